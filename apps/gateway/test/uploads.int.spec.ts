import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { ROUTES } from '../src/edge/routing/routes.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';

const PATH = '/v1/catches/import';

/** Longer than a busy machine lets a process wait for its turn: sender, gateway and service are one process here. */
const IDLE_MS = 2_000;

let upstream: TestUpstream;
let gateway: GatewayHarness;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({
    upstreams: { catch: upstream.url },
    patience: { headersMs: 400, requestMs: IDLE_MS },
  });
});
afterEach(() => {
  upstream.seen.splice(0);
  upstream.begun.splice(0);
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const begin = (path = PATH, { key, url } = gateway): ClientRequest => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv', 'content-encoding': 'gzip' };
  return httpRequest(`${url}${path}`, { method: 'POST', headers, agent: false });
};

const answerOf = async (request: ClientRequest): Promise<{ status: number; text: string }> => {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of response) text += String(piece);
  return { status: response.statusCode ?? 0, text };
};

describe('an upload', () => {
  it('has no limit of length in the gateway, and keeps what it says of itself', async () => {
    const request = begin();
    request.end(Buffer.alloc(8 * 1_048_576, 'x'));
    expect((await answerOf(request)).status).toBe(200);
    expect(upstream.seen[0]?.body).toHaveLength(8 * 1_048_576);
    expect(upstream.seen[0]?.headers).toEqual(
      expect.objectContaining({ 'content-type': 'text/csv', 'content-encoding': 'gzip' }),
    );
  });

  it('keeps its length, by which its service may refuse it unread', async () => {
    const request = begin();
    request.setHeader('content-length', 4);
    request.write('x\n');
    await eventually(() => expect(upstream.begun).toContain(PATH));
    request.end('1\n');
    expect((await answerOf(request)).status).toBe(200);
    expect(upstream.seen[0]?.headers).toMatchObject({ 'content-length': '4' });
    expect(upstream.seen[0]?.headers['transfer-encoding']).toBeUndefined();
  });

  it('may be empty', async () => {
    const request = begin();
    request.setHeader('content-length', 0);
    request.end();
    expect((await answerOf(request)).status).toBe(200);
  });

  it('may take longer than any other body, as long as it goes on', async () => {
    const request = begin();
    const answered = answerOf(request);
    const startedAt = performance.now();
    const sending = setInterval(() => request.write('x'.repeat(1_000)), 100);
    await eventually(() => expect(performance.now() - startedAt).toBeGreaterThan(IDLE_MS + 500));
    clearInterval(sending);
    request.end();
    expect((await answered).status).toBe(200);
  });

  it('is a 408 when its sender rests for too long', async () => {
    const request = begin();
    request.write('x');
    const { status, text } = await answerOf(request);
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([408, 'request.timeout']);
    request.destroy();
  });

  it('is a 408 when its sender goes on too slowly, long before its time is up', async () => {
    const request = begin();
    const sending = setInterval(() => request.write('x'), 50);
    const { status, text } = await answerOf(request);
    clearInterval(sending);
    expect([status, (JSON.parse(text) as { detail: string }).detail]).toEqual([
      408,
      expect.stringContaining('500 bytes a second'),
    ]);
    request.destroy();
  });

  it('ends in the service when its sender goes away', async () => {
    const { port } = new URL(gateway.url);
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(
        `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.key}\r\nContent-Length: 100\r\n\r\nhalf`,
      ),
    );
    await eventually(() => expect(upstream.begun).toContain(PATH));
    socket.destroy();
    await eventually(() => expect(upstream.abandoned).toContain(PATH));
    expect(upstream.seen).toHaveLength(0);
  });

  it('does no harm when its sender resets the connection while its key is looked up', async () => {
    const { key } = await gateway.storeKey({ scopes: ['catches:write'] });
    const lock = await gateway.pool.connect();
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-Request-Id: req_reset\r\nAuthorization: Bearer ${key}\r\n` +
        'Content-Length: 100\r\n\r\nhalf',
    );
    await eventually(async () => expect((await lock.query(WAITING)).rows).not.toHaveLength(0));
    socket.resetAndDestroy();
    await eventually(() => expect(gateway.log.map((line) => line['request_id'])).toContain('req_reset'));
    const releasedAt = performance.now();
    await lock.query('COMMIT');
    lock.release();
    // What went on with the body would fail once its sender has rested for too long.
    await eventually(() => expect(performance.now() - releasedAt).toBeGreaterThan(1.2 * IDLE_MS));
    expect(upstream.begun).toEqual([]);
  });

  it('is a 503 when its service is down, and its sender gets to the answer', async () => {
    const alone = await startGateway({ upstreams: { catch: 'http://127.0.0.1:1' } });
    const answer = await alone.call(PATH, { method: 'POST', body: Buffer.alloc(4 * 1_048_576, 'x') });
    expect(answer.status).toBe(503);
    await alone.stop();
  });

  it('needs the scope before a byte of it is passed on', async () => {
    const { key } = await gateway.storeKey({ scopes: ['catches:read'] });
    const answer = await gateway.call(PATH, { method: 'POST', body: 'x', headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(403);
    expect(upstream.seen).toHaveLength(0);
  });
});

const WAITING = "SELECT FROM pg_locks WHERE relation = 'api_keys'::regclass AND NOT granted";

describe('an upload to a service whose time is short', () => {
  const TIMEOUT_MS = 1_000;
  /** More than the buffers of a connection hold. */
  const LARGE = Buffer.alloc(32 * 1_048_576, 'x');
  const frozen = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
  let short: GatewayHarness;
  beforeAll(async () => {
    short = await startGateway({
      upstreams: {
        catch: upstream.url,
        species: `http://127.0.0.1:${(frozen.address() as AddressInfo).port}`,
      },
      routes: ROUTES.map((route) => ({ ...route, timeoutMs: TIMEOUT_MS })),
    });
  });
  afterAll(async () => {
    await short.stop();
    frozen.close();
  });

  it('may last longer while it is taken', async () => {
    const request = begin(PATH, short);
    const answered = answerOf(request);
    const startedAt = performance.now();
    const sending = setInterval(() => request.write('x'.repeat(1_000)), TIMEOUT_MS / 2);
    await eventually(() => expect(performance.now() - startedAt).toBeGreaterThan(3 * TIMEOUT_MS));
    clearInterval(sending);
    request.end();
    expect((await answered).status).toBe(200);
  });

  it('is a 504 when the service takes no more of it', async () => {
    const request = begin('/v1/species/spc_01h455vb4pex5vsknk084sn02q/photos', short);
    request.once('error', () => undefined);
    request.write(LARGE);
    const { status, text } = await answerOf(request);
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([504, 'service.timeout']);
    request.destroy();
  });
});
