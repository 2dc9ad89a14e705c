import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { ROUTES } from '../src/edge/routing/routes.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, sendRaw } from './http.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';

const LIMIT = 1_048_576;

let upstream: TestUpstream;
let gateway: GatewayHarness;
/** For senders that are slow on purpose: a busy machine is too slow for it with any body. */
let impatient: GatewayHarness;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ upstreams: { catch: upstream.url } });
  impatient = await startGateway({ upstreams: { catch: upstream.url }, patience: { headersMs: 400, requestMs: 800 } });
});
afterEach(() => void upstream.seen.splice(0));
afterAll(async () => {
  await impatient.stop();
  await gateway.stop();
  await upstream.stop();
});

const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  gateway.call('/v1/catches', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers },
  });

describe('a body', () => {
  it('is taken up to the limit', async () => {
    expect((await post(Buffer.alloc(LIMIT, 'x'))).status).toBe(200);
    expect(upstream.seen.at(-1)?.body).toHaveLength(LIMIT);
    expect(upstream.seen.at(-1)?.headers['content-length']).toBe(String(LIMIT));
  });

  it('is taken in chunks, and sent on whole', async () => {
    const request = httpRequest(`${gateway.url}/v1/catches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.key}`, 'transfer-encoding': 'chunked' },
      agent: false,
    });
    for (const piece of ['{"a"', ':', '1}']) request.write(piece);
    request.end();
    await once(request, 'response');
    expect(upstream.seen.at(-1)).toEqual(
      expect.objectContaining({ body: '{"a":1}', headers: expect.objectContaining({ 'content-length': '7' }) }),
    );
    expect(upstream.seen.at(-1)?.headers).not.toHaveProperty('transfer-encoding');
  });

  it('is passed on byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await post(bytes);
    expect(upstream.seen.at(-1)?.headers['content-length']).toBe('256');
  });

  it('may be missing', async () => {
    expect((await post('')).status).toBe(200);
    expect(upstream.seen.at(-1)?.body).toBe('');
  });

  it('is refused when it says that it is over the limit, before any of it was sent', async () => {
    const text = await sendRaw(
      gateway.url,
      `POST /v1/catches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.key}\r\nConnection: ` +
        `close\r\nContent-Length: ${LIMIT + 1}\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('"code":"request.too_large"');
    expect(upstream.seen).toHaveLength(0);
  });

  it('is refused when it is over the limit, and the caller gets to the answer', async () => {
    const answer = await post(Buffer.alloc(LIMIT * 8, 'x'));
    expect(problemOf(answer)).toEqual(expect.objectContaining({ status: 413, code: 'request.too_large' }));
    expect(upstream.seen).toHaveLength(0);
  });

  it('is refused when its chunks add up to more than the limit', async () => {
    const request = httpRequest(`${gateway.url}/v1/catches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.key}`, 'transfer-encoding': 'chunked' },
      agent: false,
    });
    for (let count = 0; count < 20; count += 1) request.write(Buffer.alloc(100_000, 'x'));
    request.end();
    const [response] = (await once(request, 'response')) as [{ statusCode: number; headers: Record<string, string> }];
    expect(response).toEqual(expect.objectContaining({ statusCode: 413 }));
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(upstream.seen).toHaveLength(0);
  });

  it('is not waited for without a credential', async () => {
    const text = await sendRaw(
      gateway.url,
      'POST /v1/catches HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('that ends early reaches no service', async () => {
    const { port } = new URL(gateway.url);
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.end(
        `POST /v1/catches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.key}\r\nContent-Length: ` +
          `10\r\n\r\n{"a"`,
      ),
    );
    await eventually(() =>
      expect(gateway.log.findLast(({ msg }) => msg === 'http.handled')).toEqual(
        expect.objectContaining({ method: 'POST', aborted: true }),
      ),
    );
    expect(upstream.seen).toHaveLength(0);
    socket.destroy();
  });
});

describe('a limit of one route', () => {
  it('is that of its service for a photo, which is passed on as it comes', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(
      (
        await gateway.call('/v1/catches/catch_1/photos', {
          method: 'POST',
          body: Buffer.alloc(16 * LIMIT, 'x'),
          headers,
        })
      ).status,
    ).toBe(200);
    expect(upstream.seen.at(-1)?.body).toHaveLength(16 * LIMIT);
    expect(upstream.seen.at(-1)?.headers).toEqual(expect.objectContaining(headers));
    expect(
      (
        await gateway.call('/v1/catches/catch_1/verifications', {
          method: 'POST',
          body: Buffer.alloc(LIMIT + 1, 'x'),
          headers,
        })
      ).status,
    ).toBe(413);
  });

  it('is its own', async () => {
    const routes = ROUTES.map((route) =>
      route.path === '/v1/catches' && route.method === 'POST' ? { ...route, bodyLimit: 3 } : route,
    );
    const narrow = await startGateway({ upstreams: { catch: upstream.url, webhook: upstream.url }, routes });
    expect((await narrow.call('/v1/catches', { method: 'POST', body: '123' })).status).toBe(200);
    expect((await narrow.call('/v1/catches', { method: 'POST', body: '1234' })).status).toBe(413);
    expect((await narrow.call('/v1/webhooks', { method: 'POST', body: '1234' })).status).toBe(200);
    await narrow.stop();
  });
});

describe('what is not proper HTTP', () => {
  const codeOf = (text: string): [string, string] => {
    expect(text).toContain('application/problem+json');
    expect(text.toLowerCase()).toContain('x-request-id: ');
    return [/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? '', /"code":"([^"]+)"/.exec(text)?.[1] ?? ''];
  };

  it('is told to encode an address that has other characters than ASCII', async () => {
    const answer = await sendRaw(gateway.url, 'GET /v1/species?q=caf\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(codeOf(answer)).toEqual(['400', 'request.invalid']);
    expect(answer).toContain('The address has characters that must be percent-encoded, as a space is by %20.');
  });

  it('is a 431 when the headers are over 16 kB', async () => {
    expect(
      codeOf(
        await sendRaw(gateway.url, `GET /v1/catches HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`),
      ),
    ).toEqual(['431', 'request.headers_too_large']);
  });

  it.each([
    'NONSENSE\r\n\r\n',
    'GET /v1/catches HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET /v1/catches HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n',
    'POST /v1/catches HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    'POST /v1/catches HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n1',
    'POST /v1/catches HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12',
    'POST /v1/catches HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n',
    'GET /v1/catches HTTP/1.1\r\nHost: x\r\nX-Folded: 1\r\n 2\r\n\r\n',
    'GET /v1/catches HTTP/1.1\nHost: x\n\n',
    'GET /v1/catches HTTP/1.1\r\nHost : x\r\n\r\n',
    'GET /v1/catches HTTP/1.1\r\n\r\n',
    'GET /v1/catches HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n',
  ])('is a 400 when it is %j', async (bytes) => {
    expect(codeOf(await sendRaw(gateway.url, bytes))).toEqual(['400', 'request.invalid']);
  });

  it('is a 408 when the headers come too slowly', async () => {
    expect(codeOf(await sendRaw(impatient.url, 'GET /v1/catches HTTP/1.1\r\nHost: x\r\n'))).toEqual([
      '408',
      'request.timeout',
    ]);
  });

  const slowly = (line: string): Promise<string> =>
    sendRaw(
      impatient.url,
      `${line} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\na=b`,
    );

  it.each(['POST /signin', 'POST /oauth/token', 'POST /oauth/interactions/x'])(
    'is a 408 when the form of %s comes too slowly',
    async (line) => {
      expect(codeOf(await slowly(line))).toEqual(['408', 'request.timeout']);
      expect(impatient.log.filter(({ level }) => level === 'error')).toEqual([]);
    },
  );

  it('loses its connection when a body that is not needed comes too slowly', async () => {
    expect(await slowly('GET /health/live')).toContain('HTTP/1.1 200 OK');
  });

  it('is a 408 when the body comes too slowly, and reaches no service', async () => {
    const text = await sendRaw(
      impatient.url,
      `POST /v1/catches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${impatient.key}\r\nContent-Length: ` +
        `10\r\n\r\n{"a"`,
    );
    expect(codeOf(text)).toEqual(['408', 'request.timeout']);
    expect(upstream.seen).toHaveLength(0);
  });
});
