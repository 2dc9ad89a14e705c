import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressVerifier } from '@cds/identity';
import { TEST_IDENTITY_SECRET } from '@cds/testing/identity';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, sendRaw } from './http.harness.js';
import { type Seen, startUpstream, type TestUpstream } from './upstream.harness.js';

let upstream: TestUpstream;
let gateway: GatewayHarness;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ upstreams: { catch: upstream.url } });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const seenOf = async (headers: Record<string, string>): Promise<Seen['headers']> => {
  await gateway.call('/v1/catches', { headers });
  const seen = upstream.seen.at(-1);
  if (!seen) throw new Error('nothing arrived');
  return seen.headers;
};

describe('what a service is sent', () => {
  it('has the headers of the caller that concern it', async () => {
    const sent = {
      accept: 'application/json',
      'if-none-match': '"7"',
      'if-match': '"7"',
      'idempotency-key': 'abc',
      'user-agent': 'test/1',
      'accept-encoding': 'gzip',
    };
    expect(await seenOf(sent)).toEqual(expect.objectContaining(sent));
  });

  it.each([
    'authorization',
    'cookie',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'forwarded',
    'x-real-ip',
    'x-cds-anything',
    'te',
    'proxy-authorization',
    'keep-alive',
    'expect',
  ])('has no %s of the caller', async (name) => {
    const value = name === 'authorization' ? `Bearer ${gateway.key}` : name === 'expect' ? '100-continue' : 'forged';
    expect(await seenOf({ [name]: value })).not.toHaveProperty(name);
  });

  it('has the address that a change comes from, signed for the one request', async () => {
    await gateway.call('/v1/catches', { method: 'POST', headers: { 'x-cds-address': 'forged' }, body: '{}' });
    const { headers } = upstream.seen.at(-1) ?? { headers: {} as Seen['headers'] };
    const verify = addressVerifier([TEST_IDENTITY_SECRET]);
    expect(verify(String(headers['x-cds-address']), String(headers['x-request-id']))).toBe('127.0.0.1');
    expect(await seenOf({})).not.toHaveProperty('x-cds-address');
  });

  it('has no header that the caller ties to its own connection', async () => {
    const seen = await seenOf({
      connection: 'keep-alive, X-Private, x-cds-identity',
      'x-private': '1',
      'x-other': '2',
    });
    expect(seen).not.toHaveProperty('x-private');
    expect(seen['x-other']).toBe('2');
    expect(seen['x-cds-identity']).toMatch(/^eyJ/);
  });

  it('has one identity, the one that the gateway signed', async () => {
    await gateway.call('/v1/catches', { headers: { 'X-CDS-Identity': ['forged', 'twice'] } });
    const names = upstream.seen
      .at(-1)
      ?.rawHeaders.filter((_value, index) => index % 2 === 0)
      .map((name) => name.toLowerCase());
    expect(names?.filter((name) => name === 'x-cds-identity')).toHaveLength(1);
    expect(upstream.seen.at(-1)?.headers['x-cds-identity']).toMatch(/^eyJ/);
  });

  it('tells the prefix of the caller, and not one that the caller made up', async () => {
    await gateway.call('/api/v1/catches', { headers: { 'x-forwarded-prefix': '/evil' } });
    expect(upstream.seen.at(-1)?.headers['x-forwarded-prefix']).toBe('/api');
    await gateway.call('/v1/catches', { headers: { 'x-forwarded-prefix': '/evil' } });
    expect(upstream.seen.at(-1)?.headers).not.toHaveProperty('x-forwarded-prefix');
  });

  it('has neither body nor type where the call takes none', async () => {
    await gateway.call('/v1/catches/catch_1', {
      method: 'DELETE',
      body: '{}',
      headers: { 'content-type': 'application/json', 'content-length': '2' },
    });
    const seen = upstream.seen.at(-1);
    expect(seen).toEqual(expect.objectContaining({ method: 'DELETE', body: '' }));
    expect(seen?.headers).not.toHaveProperty('content-type');
  });

  it('has the trace of the caller, or the start of one', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    expect((await seenOf({ traceparent }))['traceparent']).toBe(traceparent);
    for (const bad of ['', '00-0-0-01', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`])
      expect((await seenOf({ traceparent: bad }))['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });
});

describe('the request id', () => {
  it.each(['a', 'req_1.2-3:4+5', 'x'.repeat(128)])('is the caller’s when that is %s', async (id) => {
    const answer = await gateway.call('/v1/catches', { headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toBe(id);
    expect(upstream.seen.at(-1)?.headers['x-request-id']).toBe(id);
  });

  it.each(['', 'x'.repeat(129), 'a b', 'a,b', '<script>', 'a/b'])(
    'is a new one when the caller sends %j',
    async (id) => {
      const answer = await gateway.call('/v1/catches', { headers: { 'x-request-id': id } });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(upstream.seen.at(-1)?.headers['x-request-id']).toBe(answer.headers['x-request-id']);
    },
  );

  it('is in problems too', async () => {
    const answer = await gateway.call('/v1/nothing', { headers: { 'x-request-id': 'mine' } });
    expect(problemOf(answer).request_id).toBe('mine');
  });
});

describe('what the caller gets', () => {
  it('is the answer of the service: status, type, body, and every one of a repeated header', async () => {
    upstream.answerWith((_request, response) =>
      response
        .writeHead(418, ['content-type', 'text/plain', 'x-list', 'a', 'x-list', 'b', 'etag', '"7"'])
        .end('teapot'),
    );
    const { status, text, headers } = await gateway.call('/v1/catches');
    upstream.answerWith();
    expect({ status, text }).toEqual({ status: 418, text: 'teapot' });
    expect(headers).toEqual(expect.objectContaining({ 'content-type': 'text/plain', 'x-list': 'a, b', etag: '"7"' }));
  });

  it('has no header of the connection behind the gateway, nor tells what runs there', async () => {
    upstream.answerWith((_request, response) =>
      response
        .writeHead(200, {
          connection: 'x-internal',
          'x-internal': '1',
          'keep-alive': 'timeout=99',
          server: 'x',
          'x-powered-by': 'x',
          'proxy-authenticate': 'x',
          'access-control-allow-origin': 'https://example.com',
          'x-request-id': 'other',
        })
        .end(),
    );
    const { headers } = await gateway.call('/v1/catches', { headers: { 'x-request-id': 'mine' } });
    upstream.answerWith();
    for (const name of ['x-internal', 'server', 'x-powered-by', 'proxy-authenticate'])
      expect(headers).not.toHaveProperty(name);
    expect(headers).toEqual(expect.objectContaining({ 'access-control-allow-origin': '*', 'x-request-id': 'mine' }));
    expect(headers['keep-alive']).not.toBe('timeout=99');
  });

  it.each([204, 304])('has no body with %i', async (status) => {
    upstream.answerWith((_request, response) => response.writeHead(status, { etag: '"7"' }).end());
    const answer = await gateway.call('/v1/catches');
    upstream.answerWith();
    expect(answer).toEqual(expect.objectContaining({ status, text: '' }));
    expect(answer.headers.etag).toBe('"7"');
  });

  it('may be read by any origin', async () => {
    const { headers } = await gateway.call('/v1/catches', { headers: { origin: 'https://example.com' } });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-expose-headers']).toBe(
      'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotency-Replayed',
    );
  });

  it('is the same whatever the request expects of it', async () => {
    const head = `Host: x\r\nAuthorization: Bearer ${gateway.key}\r\nExpect: all-is-well\r\nConnection: close`;
    for (const path of ['/v1/catches', '/v1/me', '/openapi.json']) {
      const text = await sendRaw(gateway.url, `GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
      expect(text).toMatch(/^HTTP\/1\.1 200 /);
      expect(text.toLowerCase()).toContain('\r\nx-request-id: ');
    }
    expect(upstream.seen.at(-1)?.headers).not.toHaveProperty('expect');
  });

  it('comes over one connection for many requests', async () => {
    const one = `GET /v1/catches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.key}\r\n\r\n`;
    const text = await sendRaw(gateway.url, one + one + one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });

  it('is whole when it is large and the caller reads slowly', async () => {
    const large = 'x'.repeat(5_000_000);
    upstream.answerWith((_request, response) => response.end(large));
    const { text } = await gateway.call('/v1/catches');
    upstream.answerWith();
    expect(text).toHaveLength(large.length);
  });
});
