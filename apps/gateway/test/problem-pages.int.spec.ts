import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROBLEMS } from '@cds/contracts';
import { eventually } from '@cds/testing';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, send } from './http.harness.js';

let gateway: GatewayHarness;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.stop());

describe('the page of a problem', () => {
  it.each(Object.entries(PROBLEMS))('tells what %s means', async (code, { title }) => {
    const { status, headers, text } = await send(gateway.url, `/problems/${code}`);
    expect(status).toBe(200);
    expect(headers).toEqual(
      expect.objectContaining({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
      }),
    );
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(code);
    expect(text.replace(/<pre[\s\S]*<\/pre>/, '')).not.toContain('`');
    for (const heading of ['Usual causes', 'What to do', 'May I send the request again?'])
      expect(text).toContain(`<h2>${heading}</h2>`);
  });

  it('shows an answer as it was recorded, and which operations answer so', async () => {
    const { text } = await send(gateway.url, '/problems/catch.weight_implausible');
    expect(text).toContain('&quot;pointer&quot;: &quot;/weight_lbs&quot;');
    expect(text).toContain('https://api.example.com/problems/catch.weight_implausible');
    expect(text).toContain('href="/docs/#tag/catches/POST/v1/catches"');
    expect((await send(gateway.url, '/problems/auth.missing')).text).toContain('Every operation of the API');
  });

  it.each([
    ['application/json', 'json'],
    ['application/*;q=0.9, text/html;q=0.2', 'json'],
    ['text/html;q=0.5, application/json', 'json'],
    ['text/html, application/json;q=0.9', 'html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['*/*', 'html'],
    ['image/png', 'html'],
    ['application/json;q=0', 'html'],
  ])('is for %s in %s', async (accept, form) => {
    const { status, headers } = await send(gateway.url, '/problems/catch.deleted', { headers: { accept } });
    expect([status, headers['content-type'], headers['vary']]).toEqual([
      200,
      form === 'json' ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
      'Accept, Accept-Encoding',
    ]);
  });

  it('says the same in JSON', async () => {
    const { text } = await send(gateway.url, '/problems/catch.deleted', { headers: { accept: 'application/json' } });
    expect(JSON.parse(text)).toMatchObject({
      code: 'catch.deleted',
      type: 'https://api.example.com/problems/catch.deleted',
      title: PROBLEMS['catch.deleted'].title,
      group: 'Catches',
      status: 410,
      retry: 'never',
      causes: [expect.any(String)],
      remedy: expect.any(String),
      answered_by: expect.arrayContaining([expect.objectContaining({ id: 'getCatch', path: '/v1/catches/{id}' })]),
      example: { code: 'catch.deleted', status: 410 },
    });
  });

  it('is where the type of a problem points', async () => {
    const { type } = problemOf(await send(gateway.url, '/v1/catches'));
    expect(type).toBe('https://api.example.com/problems/auth.missing');
    expect((await send(gateway.url, new URL(type).pathname)).status).toBe(200);
  });

  it.each(['nothing', 'constructor', '__proto__', '%3Cscript%3E'])('is not there for %s', async (code) => {
    expect(problemOf(await send(gateway.url, `/problems/${code}`))).toEqual(
      expect.objectContaining({ status: 404, code: 'route.not_found' }),
    );
  });

  it('is a page for who looks at pages, and names the nearest code', async () => {
    const { status, headers, text } = await send(gateway.url, '/problems/catch.not_fuond', {
      headers: { accept: 'text/html,*/*;q=0.8' },
    });
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('href="/problems/catch.not_found"');
  });

  it('has an index that names every problem, by what it is about', async () => {
    const { status, text } = await send(gateway.url, '/problems');
    expect(status).toBe(200);
    for (const code of Object.keys(PROBLEMS)) expect(text).toContain(`href="/problems/${code}"`);
    expect(text).toMatch(/<h2 id="catches">Catches<\/h2>[\s\S]*<h2 id="webhooks">Webhooks<\/h2>/);
    const json = await send(gateway.url, '/problems', { headers: { accept: 'application/json' } });
    const { data } = JSON.parse(json.text) as { data: object[] };
    expect(data).toHaveLength(Object.keys(PROBLEMS).length);
    expect(data[0]).toMatchObject({ code: 'request.invalid', group: 'Requests', status: 400 });
  });
});

describe('the origin', () => {
  it('tells what is here', async () => {
    const { status, text } = await send(gateway.url, '/');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      name: 'Catch Data Service',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      base: '/api/v1',
      docs: '/docs',
      openapi: '/openapi.json',
      asyncapi: '/asyncapi.json',
      problems: '/problems',
    });
  });

  it.each([
    ['GET', '/nothing', 'route.not_found'],
    ['POST', '/', 'route.method_not_allowed'],
    ['DELETE', '/problems', 'route.method_not_allowed'],
    ['POST', '/health/live', 'route.not_found'],
  ])('answers %s %s with a problem', async (method, path, code) => {
    expect(problemOf(await send(gateway.url, path, { method })).code).toBe(code);
  });

  it.each(['live', 'ready'])('is %s', async (kind) => {
    expect((await send(gateway.url, `/health/${kind}`)).status).toBe(200);
  });

  it('counts the exchanges in its metrics', async () => {
    await gateway.call('/v1/catches');
    const metrics = () => send(gateway.service.internalUrl, '/metrics');
    await eventually(async () =>
      expect((await metrics()).text).toMatch(
        /http_request_duration_seconds_count\{method="GET",route="\/v1\/catches",status="503"[^}]*\} [1-9]/,
      ),
    );
  });
});
