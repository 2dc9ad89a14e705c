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
    expect(text).not.toContain('`');
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

  it('has an index that names every problem', async () => {
    const { status, text } = await send(gateway.url, '/problems');
    expect(status).toBe(200);
    for (const code of Object.keys(PROBLEMS)) expect(text).toContain(`href="/problems/${code}"`);
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
    ['GET', '/nothing'],
    ['POST', '/'],
    ['DELETE', '/problems'],
    ['POST', '/health/live'],
  ])('answers %s %s with a problem', async (method, path) => {
    expect(problemOf(await send(gateway.url, path, { method })).code).toBe('route.not_found');
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
