import { connect, type Socket } from 'node:net';
import { POOL } from '@cds/postgres';
import { eventually } from '@cds/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { makeApiKey } from '../src/identity/api-keys/api-key.js';
import { StoredKeyQuery } from '../src/identity/api-keys/stored-key.query.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, send, sendRaw } from './http.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';

const IN_FLIGHT = 3;
/** More than the sockets of a connection take between them. */
const LARGE = Buffer.alloc(32 * 1_048_576, 'x');

let upstream: TestUpstream;
let gateway: GatewayHarness;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({
    upstreams: { catch: upstream.url },
    patience: { headersMs: 10_000, requestMs: 30_000, stallMs: 1_000 },
    environment: {
      IN_FLIGHT_PER_ACCOUNT: String(IN_FLIGHT),
      RATE_LIMIT_ACCOUNT: '5/60',
      RATE_LIMIT_WRONG_CREDENTIALS: '3/60',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
});
afterEach(() => {
  upstream.answerWith();
  jest.restoreAllMocks();
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const withKey = (key: string, path = '/v1/catches', headers: Record<string, string> = {}) =>
  send(gateway.url, path, { headers: { authorization: `Bearer ${key}`, ...headers } });

/** Asks and never reads. */
const askDeaf = (key: string): Socket => {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () =>
    socket.write(`GET /v1/catches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`),
  );
  return socket.on('error', () => undefined).pause();
};

describe('requests of one account', () => {
  it('are refused over their number, whichever key they come with, and nobody else is held back', async () => {
    const { key, accountId } = await gateway.storeKey();
    const { key: other } = await gateway.storeKey({ accountId });
    const held: (() => void)[] = [];
    upstream.answerWith((_request, response) => void held.push(() => response.end('{}')));
    const waiting = Array.from({ length: IN_FLIGHT }, () => withKey(key));
    await eventually(() => expect(held).toHaveLength(IN_FLIGHT));
    const refused = await withKey(other);
    expect(problemOf(refused)).toMatchObject({ status: 429, code: 'limit.in_flight' });
    expect(refused.headers['retry-after']).toBe('1');
    expect((await withKey(other, '/v1/me')).status).toBe(429);
    upstream.answerWith();
    expect((await withKey(gateway.key)).status).toBe(200);
    for (const answer of held) answer();
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    await eventually(async () => expect((await withKey(other)).status).toBe(200));
  });

  it('with large bodies reach a service two at once', async () => {
    const { key } = await gateway.storeKey();
    const post = (from: string) =>
      send(gateway.url, '/v1/catches', {
        method: 'POST',
        headers: { authorization: `Bearer ${from}`, 'content-type': 'application/json' },
        body: Buffer.alloc(100_000, 'x'),
      });
    const held: (() => void)[] = [];
    upstream.answerWith((_request, response) => void held.push(() => response.end('{}')));
    const sent = [post(key), post(key)];
    await eventually(() => expect(held).toHaveLength(2));
    const begun = upstream.begun.length;
    const third = post(key);
    upstream.answerWith();
    expect((await post(gateway.key)).status).toBe(200);
    expect(upstream.begun).toHaveLength(begun + 1);
    held[0]?.();
    expect((await third).status).toBe(200);
    held[1]?.();
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
  });

  it('are counted over all its keys, but for those that were given a higher limit', async () => {
    const { key, accountId } = await gateway.storeKey({ rateLimit: 5 });
    const { key: second } = await gateway.storeKey({ accountId, rateLimit: 5 });
    const { key: raised } = await gateway.storeKey({ accountId });
    for (let count = 0; count < 5; count += 1) expect((await withKey(count % 2 ? key : second)).status).toBe(200);
    const refused = await withKey(key);
    expect(problemOf(refused)).toMatchObject({ status: 429, code: 'limit.account' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30);
    expect(refused.headers['ratelimit']).toMatch(/^"default";r=2;/);
    expect((await withKey(raised)).status).toBe(200);
  });
});

describe('a caller who reads nothing', () => {
  it('is cut off, and leaves nothing behind', async () => {
    const { key } = await gateway.storeKey();
    let answered = 0;
    upstream.answerWith((_request, response) => {
      answered += 1;
      response.end(LARGE);
    });
    const deaf = Array.from({ length: IN_FLIGHT }, () => askDeaf(key));
    await eventually(() => expect(answered).toBe(IN_FLIGHT));
    upstream.answerWith();
    // Resets are noticed only by who reads; the gateway's log tells as soon as it gave up.
    await eventually(() =>
      expect(gateway.log.filter(({ msg, aborted }) => msg === 'http.handled' && aborted === true)).toHaveLength(3),
    );
    expect((await withKey(key)).status).toBe(200);
    for (const socket of deaf) socket.destroy();
  });

  it('is not taken for one who waits for a slow service', async () => {
    upstream.answerWith((_request, response) => void setTimeout(() => response.end('{}'), 2_500));
    expect((await withKey(gateway.key)).status).toBe(200);
  });
});

describe('what is free', () => {
  it('costs no query once the window has begun', async () => {
    const { key } = await gateway.storeKey({ rateLimit: 5 });
    await withKey(key);
    await withKey(key, '/v1/rate_limit');
    const queries = jest.spyOn(gateway.service.app.get<pg.Pool>(POOL), 'query');
    for (let count = 0; count < 20; count += 1) expect((await withKey(key, '/v1/rate_limit')).status).toBe(200);
    // The key itself is looked at once a second.
    expect(queries.mock.calls.filter(([query]) => JSON.stringify(query).includes('rate_limits'))).toEqual([]);
  });
});

describe('an address that has used up its limit of wrong credentials', () => {
  it('has few invented keys looked up, while good ones work', async () => {
    const address = { 'x-forwarded-for': '203.0.113.77' };
    for (let count = 0; count < 4; count += 1) await withKey('cds_live_short', '/v1/catches', address);
    const lookUps = jest.spyOn(gateway.service.app.get(StoredKeyQuery), 'byHash');
    const startedAt = performance.now();
    for (let count = 0; count < 60; count += 1)
      expect((await withKey(makeApiKey(), '/v1/catches', address)).status).toBe(429);
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000) + 1;
    expect(lookUps.mock.calls.length).toBeLessThanOrEqual(5 * seconds);
    expect((await withKey(gateway.key, '/v1/catches', address)).status).toBe(200);
  });

  it('has used it up with good keys of other networks, too', async () => {
    const address = { 'x-forwarded-for': '203.0.113.78' };
    const { key } = await gateway.storeKey({ allowedCidrs: ['192.0.2.0/24'] });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await withKey(key, '/v1/catches', address)).status);
    expect(statuses).toEqual([403, 403, 403, 429]);
  });
});

describe('a caller who sends requests ahead of the answers', () => {
  it('leaves nothing behind, whatever the connection ends with', async () => {
    const { key } = await gateway.storeKey();
    upstream.answerWith((request, response) => void (request.url?.endsWith('held') || response.end('{}')));
    const startedAt = upstream.seen.length;
    const ask = (path: string) => `GET /v1/catches${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const sockets = Array.from({ length: IN_FLIGHT }, () =>
      connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => undefined),
    );
    for (const socket of sockets) socket.write(ask('?held') + ask('') + ask(''));
    await eventually(() => expect(upstream.seen).toHaveLength(startedAt + IN_FLIGHT));
    expect((await withKey(key)).status).toBe(429);
    for (const socket of sockets) socket.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(async () => expect((await withKey(key)).status).toBe(200));
    expect(upstream.seen.slice(startedAt, -1).map(({ url }) => url)).toEqual(Array(IN_FLIGHT).fill('/v1/catches?held'));
  });
});

describe('requests that a connection sends all at once', () => {
  const burst = (requests: number) => 'GET /v1/me HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests);

  it('end these connections when they are too many, and nobody else is held back', async () => {
    const { key } = await gateway.storeKey();
    const bursts = Array.from({ length: 40 }, () => sendRaw(gateway.url, burst(1_800)).catch(() => ''));
    expect((await withKey(key)).status).toBe(200);
    for (const answers of await Promise.all(bursts)) expect(answers.match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThan(2);
    expect((await withKey(key)).status).toBe(200);
  });

  it('are answered in turn when they are a few', async () => {
    const last = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const answers = await sendRaw(gateway.url, burst(20) + last);
    expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      ...Array.from({ length: 20 }, () => '401'),
      '200',
    ]);
  });
});
