import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';

const TEXT = JSON.stringify({ data: Array.from({ length: 500 }, (_, index) => ({ id: `catch_${index}` })) });
const TAG = '"a-tag.of-it"';

let upstream: TestUpstream;
let gateway: GatewayHarness;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ upstreams: { catch: upstream.url } });
});
afterEach(() => void upstream.seen.splice(0));
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> => {
  const authorization = `Bearer ${gateway.key}`;
  const request = httpRequest(`${gateway.url}${path}`, {
    method,
    headers: { authorization, ...headers },
    agent: false,
  });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
};

const answerWith = (headers: Record<string, string | number>, text = TEXT, status = 200) =>
  upstream.answerWith((request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', etag: TAG, ...headers });
    response.end(request.method === 'HEAD' ? undefined : text);
  });

describe('JSON of a service', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'br;q=0.5, gzip;q=0.9', gunzipSync],
  ])('is sent as %s to who takes %s', async (coding, acceptEncoding, unpack) => {
    answerWith({ 'content-length': TEXT.length });
    const { headers, body } = await ask('/v1/catches', { 'accept-encoding': acceptEncoding });
    expect(headers).toMatchObject({
      'content-encoding': coding,
      etag: `"a-tag.of-it~${coding}"`,
      vary: 'Authorization, Cookie, Accept-Encoding',
      'cache-control': 'private, no-cache',
    });
    expect(headers).not.toHaveProperty('content-length');
    expect(body.length).toBeLessThan(TEXT.length / 3);
    expect(unpack(body).toString()).toBe(TEXT);
  });

  it.each([
    ['who asks for nothing', {}, { 'content-length': TEXT.length }, TEXT],
    ['who takes none', { 'accept-encoding': 'br;q=0, gzip;q=0' }, {}, TEXT],
    ['whoever asks, where it is short', { 'accept-encoding': 'br' }, { 'content-length': 2 }, '{}'],
    ['whoever asks, where it is no JSON', { 'accept-encoding': 'br' }, { 'content-type': 'text/event-stream' }, TEXT],
    ['whoever asks, where it is a range', { 'accept-encoding': 'br' }, { 'content-range': 'bytes 0-9/10' }, TEXT],
  ])('is sent as it is to %s', async (_who, asked, headers, text) => {
    answerWith(headers, text);
    const answer = await ask('/v1/catches', asked as Record<string, string>);
    expect(answer.headers).toMatchObject({ etag: TAG, vary: 'Authorization, Cookie, Accept-Encoding' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.body.toString()).toBe(text);
  });

  it('is not sent again to who has it, compressed or not', async () => {
    answerWith({}, '', 304);
    const { headers } = await ask('/v1/catches', { 'accept-encoding': 'br', 'if-none-match': '"a-tag.of-it~br"' });
    expect(headers['etag']).toBe('"a-tag.of-it~br"');
    expect(upstream.seen[0]?.headers['if-none-match']).toBe(TAG);
    expect((await ask('/v1/catches', { 'if-none-match': TAG })).headers['etag']).toBe(TAG);
  });

  it('is written by the tag of what was read, compressed or not', async () => {
    answerWith({});
    await ask('/v1/catches/catch_1', { 'if-match': '"a-tag.of-it~gzip"' }, 'DELETE');
    expect(upstream.seen[0]?.headers['if-match']).toBe(TAG);
  });

  it('tells a HEAD what a GET would get', async () => {
    answerWith({ 'content-length': TEXT.length });
    const { headers, body } = await ask('/v1/catches', { 'accept-encoding': 'br' }, 'HEAD');
    expect(headers).toMatchObject({ 'content-encoding': 'br', etag: '"a-tag.of-it~br"' });
    expect(body).toHaveLength(0);
  });

  it('that breaks off leaves no whole answer', async () => {
    upstream.answerWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': TEXT.length });
      response.write(TEXT.slice(0, 5_000), () => response.destroy());
    });
    await expect(ask('/v1/catches', { 'accept-encoding': 'br' })).rejects.toThrow();
  });
});

describe('an answer of the gateway itself', () => {
  it.each(['/openapi.json', '/asyncapi.json'])('%s leaves small, and is known by its tag', async (path) => {
    const plain = await ask(path);
    const packed = await ask(path, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(packed.body.length).toBeLessThan(100_000);
    expect(brotliDecompressSync(packed.body).equals(plain.body)).toBe(true);
    const again = { 'accept-encoding': 'br', 'if-none-match': String(packed.headers['etag']) };
    expect(await ask(path, again)).toMatchObject({ status: 304, headers: { etag: packed.headers['etag'] } });
    const gzipped = await ask(path, { 'accept-encoding': 'gzip' });
    expect(gzipped.body.length).toBeLessThan(150_000);
  });

  it('of the reference names its script for ever', async () => {
    const script = /src="(\/docs\/js\/[^"]+)"/.exec((await ask('/docs/')).body.toString())?.[1];
    const { headers, body } = await ask(script ?? '', { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' });
    expect(body.length).toBeLessThan(1_500_000);
  });

  it('tells whom to write to about a vulnerability, for less than a year', async () => {
    const { status, headers, body } = await ask('/.well-known/security.txt');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
    expect(body.toString()).toContain('Contact: mailto:security@api.example.com\n');
    const expires = new Date(/^Expires: (.*)$/m.exec(body.toString())?.[1] ?? '').getTime();
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
  });

  it('refuses to keep a long state of an app', async () => {
    const answer = await ask(`/oauth/authorize?client_id=app_1&state=${'x'.repeat(1_025)}`);
    expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([
      400,
      expect.objectContaining({ code: 'request.invalid', detail: expect.stringContaining('1024 characters') }),
    ]);
  });

  it.each([
    ['/v1/me', 'private, no-cache'],
    ['/v1/api-keys', 'no-store'],
    ['/v1/accounts', 'no-store'],
    ['/v1/audit-log', 'no-store'],
    ['/v1/oauth-clients', 'no-store'],
  ])('to %s may be kept: %s', async (path, cacheControl) => {
    const { status, headers } = await ask(path);
    expect({ status, cache: headers['cache-control'], vary: headers['vary'] }).toEqual({
      status: 200,
      cache: cacheControl,
      vary: 'Authorization, Cookie, Accept-Encoding',
    });
  });
});
