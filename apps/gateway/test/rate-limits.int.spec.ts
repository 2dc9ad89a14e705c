import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { makeApiKey } from '../src/identity/api-keys/api-key.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { type Answer, problemOf, send } from './http.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';

const LIMITS = {
  RATE_LIMIT_ADDRESS: '5/60',
  RATE_LIMIT_AUTHORIZE: '3/60',
  RATE_LIMIT_WRONG_CREDENTIALS: '3/60',
  TRUSTED_PROXIES: '127.0.0.1',
};

let upstream: TestUpstream;
let gateway: GatewayHarness;
let second: GatewayHarness;
let addresses = 0;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ upstreams: { catch: upstream.url }, environment: LIMITS });
  second = await startGateway({
    upstreams: { catch: upstream.url },
    environment: LIMITS,
    database: gateway.sharedDatabase,
  });
});
afterAll(async () => {
  await second.stop();
  await gateway.stop();
  await upstream.stop();
});

/** Where nobody has been yet. */
const newAddress = (): string => `203.0.113.${(addresses += 1)}`;
const from = (address: string, path: string, headers: Record<string, string> = {}, origin = gateway.url) =>
  send(origin, path, { headers: { 'x-forwarded-for': address, ...headers } });
const withKey = (key: string, path = '/v1/catches', headers: Record<string, string> = {}, origin = gateway.url) =>
  send(origin, path, { headers: { authorization: `Bearer ${key}`, ...headers } });
const newKey = async (): Promise<string> => (await gateway.storeKey({ rateLimit: 10 })).key;
const newClient = async () => {
  const order = { name: 'Board', grant_types: ['client_credentials'], scopes: ['catches:read'] };
  const { text } = await send(gateway.url, '/v1/oauth-clients', {
    method: 'POST',
    headers: { authorization: `Bearer ${await newKey()}`, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  const { id, client_secret: secret } = JSON.parse(text) as { id: string; client_secret: string };
  return { client_id: id, client_secret: secret };
};
const asClient = (address: string, path: string, fields: object, headers: Record<string, string> = {}) =>
  send(gateway.url, path, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, ...FORM, ...headers },
    body: new URLSearchParams({ grant_type: 'client_credentials', token: 'any', ...fields }).toString(),
  });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const remaining = ({ headers }: Answer): number => Number(/;r=(\d+);/.exec(String(headers['ratelimit']))?.[1]);

describe('a credential', () => {
  it('is told its limit and what is left with every answer', async () => {
    const answer = await withKey(await newKey());
    expect(answer.headers).toMatchObject({
      'ratelimit-policy': '"default";q=10;w=60',
      ratelimit: '"default";r=9;t=60',
    });
  });

  it('without a limit of its own has the default one', async () => {
    const { key } = await gateway.storeKey({ rateLimit: null });
    expect((await withKey(key)).headers).toMatchObject({
      'ratelimit-policy': '"default";q=600;w=60',
      ratelimit: '"default";r=599;t=60',
    });
  });

  it('gets as many answers as its limit says, then a 429 with the time to wait', async () => {
    const key = await newKey();
    const statuses = [];
    for (let count = 0; count < 10; count += 1) statuses.push((await withKey(key)).status);
    expect(statuses).toEqual(Array(10).fill(200));
    const before = upstream.seen.length;
    const answer = await withKey(key);
    expect(problemOf(answer)).toMatchObject({ status: 429, code: 'rate_limit.exceeded' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(answer.headers['ratelimit']).toBe(`"default";r=0;t=${answer.headers['retry-after']}`);
    expect(upstream.seen).toHaveLength(before);
  });

  it('has one limit over all copies of the gateway', async () => {
    const key = await newKey();
    const statuses: number[] = [];
    for (let count = 0; count < 15; count += 1)
      statuses.push((await withKey(key, '/v1/catches', {}, count % 2 ? gateway.url : second.url)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(5).fill(429)]);
  });

  it('has no more than its limit when all comes at once', async () => {
    const key = await newKey();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, count) => withKey(key, '/v1/catches', {}, count % 2 ? gateway.url : second.url)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it('may go on when its window is over', async () => {
    const key = await newKey();
    for (let count = 0; count < 11; count += 1) await withKey(key);
    await gateway.pool.query(`UPDATE rate_limits SET expire = 1 WHERE key LIKE 'credential:%'`);
    expect((await withKey(key, '/v1/catches', {}, second.url)).status).toBe(200);
  });

  it('pays nothing for a 304, of a service or of the gateway itself', async () => {
    const key = await newKey();
    const { headers } = await withKey(key, '/v1/me');
    expect((await withKey(key, '/v1/me', { 'if-none-match': String(headers['etag']) })).status).toBe(304);
    upstream.answerWith((_request, response) => void response.writeHead(304, { etag: '"1"' }).end());
    const unchanged = await withKey(key, '/v1/catches', { 'if-none-match': '"1"' });
    upstream.answerWith();
    expect(unchanged.status).toBe(304);
    expect(remaining(unchanged)).toBe(9);
    expect(remaining(await withKey(key))).toBe(8);
  });

  it('polls as much as it likes at once, whatever it has left', async () => {
    const key = await newKey();
    const held: ServerResponse[] = [];
    upstream.answerWith((_request, response) => void held.push(response));
    const polls = Array.from({ length: 40 }, () => withKey(key, '/v1/catches', { 'if-none-match': '"1"' }));
    await eventually(() => expect(held).toHaveLength(10));
    // The others have come in by now.
    await withKey(key, '/v1/rate_limit');
    upstream.answerWith((_request, response) => void response.writeHead(304).end());
    for (const response of held) response.writeHead(304).end();
    expect((await Promise.all(polls)).map(({ status }) => status)).toEqual(Array(40).fill(304));
    upstream.answerWith();
    expect(remaining(await withKey(key))).toBe(9);
  });

  it('polls for what has changed no more often than its limit says', async () => {
    const key = await newKey();
    const polls = Array.from({ length: 40 }, () => withKey(key, '/v1/catches', { 'if-none-match': '"old"' }));
    const statuses = (await Promise.all(polls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  it('pays for a 304 to If-None-Match: *, of a service or of the gateway itself', async () => {
    const key = await newKey();
    expect((await withKey(key, '/v1/me', { 'if-none-match': '*' })).status).toBe(304);
    upstream.answerWith((_request, response) => void response.writeHead(304, { etag: '"1"' }).end());
    const unchanged = await withKey(key, '/v1/catches', { 'if-none-match': ' * ' });
    upstream.answerWith();
    expect(unchanged.status).toBe(304);
    expect(remaining(unchanged)).toBe(8);
  });

  it('pays for what it may not do', async () => {
    const { key } = await gateway.storeKey({ scopes: [], rateLimit: 10 });
    const answer = await withKey(key);
    expect(answer.status).toBe(403);
    expect(remaining(answer)).toBe(9);
  });

  it('learns what is left for nothing', async () => {
    const key = await newKey();
    const ask = async () => JSON.parse((await withKey(key, '/v1/rate_limit')).text) as unknown;
    expect(await ask()).toEqual({ policy: 'default', limit: 10, window_seconds: 60, remaining: 10, reset_seconds: 60 });
    await withKey(key);
    expect(await ask()).toMatchObject({ remaining: 9 });
    expect(await ask()).toMatchObject({ remaining: 9 });
    expect((await withKey(key, '/v1/rate_limit')).headers['ratelimit']).toMatch(/^"default";r=9;t=\d+$/);
  });
});

describe('an address', () => {
  it('may load ten times as many files of pages, which leave its calls alone', async () => {
    const address = newAddress();
    const file = () => from(address, '/assets/none.js');
    for (let count = 0; count < 50; count += 1) expect((await file()).status).toBe(404);
    expect(remaining(await from(address, '/v1/catches'))).toBe(4);
    const refused = await file();
    expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([429, '"files";q=50;w=60']);
  });

  it('without a credential has a limit of its own', async () => {
    const address = newAddress();
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await from(address, '/v1/catches'));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(answers[0]?.headers).toMatchObject({
      'ratelimit-policy': '"address";q=5;w=60',
      ratelimit: '"address";r=4;t=60',
    });
    expect(problemOf(answers[5] as Answer).code).toBe('rate_limit.exceeded');
    expect((await from(newAddress(), '/v1/catches')).status).toBe(401);
  });

  it.each([
    ...['/v1/photos/abc/small.webp', '/v1/nowhere', '/openapi.json', '/problems', '/nowhere'],
    ...['/oauth/jwks', '/oauth/authorize', '/oauth/device', '/.well-known/oauth-authorization-server'],
  ])('pays for %s', async (path) => {
    const address = newAddress();
    expect(remaining(await from(address, path))).toBe(4);
    for (let count = 0; count < 4; count += 1) await from(address, path);
    expect((await from(address, path)).status).toBe(429);
  });

  it('is told what it has left by a preflight, which costs nothing and is never refused', async () => {
    const address = newAddress();
    const preflight = () =>
      send(gateway.url, '/v1/catches', { method: 'OPTIONS', headers: { 'x-forwarded-for': address } });
    for (let count = 0; count < 7; count += 1) {
      const answer = await preflight();
      expect([answer.status, remaining(answer)]).toEqual([204, 5]);
    }
    expect((await preflight()).headers['ratelimit-policy']).toBe('"address";q=5;w=60');
    expect(remaining(await from(address, '/v1/nothing'))).toBe(4);
    for (let count = 0; count < 5; count += 1) await from(address, '/v1/nothing');
    const answer = await preflight();
    expect([answer.status, remaining(answer)]).toEqual([204, 0]);
  });

  it.each([
    ['GET', '/oauth/authorize?client_id=x', 400],
    ['GET', '/oauth/device', 200],
    ['POST', '/oauth/device', 303],
    ['POST', '/oauth/device_authorization', 401],
  ])('begins few sign-ins of apps by %s %s, and others begin theirs meanwhile', async (method, path, status) => {
    const begin = (address: string) =>
      send(gateway.url, path, { method, headers: { 'x-forwarded-for': address, ...(method === 'POST' && FORM) } });
    const address = newAddress();
    for (let count = 0; count < 3; count += 1) expect((await begin(address)).status).toBe(status);
    const refused = await begin(address);
    expect(problemOf(refused)).toMatchObject({ status: 429, code: 'rate_limit.exceeded' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect((await begin(newAddress())).status).toBe(status);
    expect((await from(address, '/signin')).status).toBe(200);
  });

  it('never pays for the health of the gateway', async () => {
    const address = newAddress();
    for (let count = 0; count < 8; count += 1) expect((await from(address, '/health/live')).status).toBe(200);
    for (const method of ['GET', 'HEAD'])
      expect((await send(gateway.url, '/health/ready', { method })).headers).not.toHaveProperty('ratelimit');
  });

  it.each([
    ['GET', '/healthy'],
    ['GET', '/health/liveness'],
    ['POST', '/health/live'],
  ])('pays for %s %s, which is none', async (method, path) => {
    expect(remaining(await send(gateway.url, path, { method, headers: { 'x-forwarded-for': newAddress() } }))).toBe(4);
  });

  it('of IPv6 is the network that it lies in', async () => {
    const [one, other, elsewhere] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'];
    await from(one, '/v1/catches');
    expect(remaining(await from(other, '/v1/catches'))).toBe(3);
    expect(remaining(await from(elsewhere, '/v1/catches'))).toBe(4);
  });

  it('that sends wrong credentials gets a 429 in the end, and good ones still work', async () => {
    const address = newAddress();
    const answers = [];
    for (const key of ['cds_live_short', makeApiKey(), makeApiKey(), makeApiKey()])
      answers.push(await from(address, '/v1/catches', { authorization: `Bearer ${key}` }));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    expect(answers[0]?.headers['ratelimit-policy']).toBe('"wrong-credentials";q=3;w=60');
    expect(problemOf(answers[3] as Answer).code).toBe('auth.too_many_failures');
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(50);
    expect((await from(address, '/v1/catches', { authorization: `Bearer ${await newKey()}` })).status).toBe(200);
    // Of these most are not even looked up.
    const flood = await Promise.all(
      Array.from({ length: 12 }, () => from(address, '/v1/catches', { authorization: `Bearer ${makeApiKey()}` })),
    );
    for (const { status, headers } of flood) {
      expect(status).toBe(429);
      expect(headers['ratelimit-policy']).toBe('"wrong-credentials";q=3;w=60');
      expect(headers['ratelimit']).toMatch(/^"wrong-credentials";r=0;t=\d+$/);
    }
  });

  it('that sends wrong client secrets gets a 429 in the end, and right ones still work', async () => {
    const client = await newClient();
    const address = newAddress();
    const wrong = (path: string) => asClient(address, path, { ...client, client_secret: 'wrong' });
    const answers = [];
    for (const path of ['/oauth/token', '/oauth/introspect', '/oauth/revoke']) answers.push(await wrong(path));
    for (const [count, { status, headers }] of answers.entries()) {
      expect(status).toBe(401);
      expect(headers['ratelimit']).toMatch(new RegExp(`^"wrong-credentials";r=${2 - count};t=\\d+$`));
    }
    const refused = await wrong('/oauth/device_authorization');
    expect(problemOf(refused)).toMatchObject({
      code: 'auth.too_many_failures',
      instance: '/oauth/device_authorization',
    });
    expect(refused.headers).toMatchObject({ 'ratelimit-policy': '"wrong-credentials";q=3;w=60' });
    expect(refused.headers).not.toHaveProperty('www-authenticate');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect((await asClient(address, '/oauth/token', client)).status).toBe(200);
  });

  it('counts wrong keys and wrong client secrets together, in the header or in the body', async () => {
    const client = await newClient();
    const address = newAddress();
    for (let count = 0; count < 3; count += 1)
      await from(address, '/v1/catches', { authorization: `Bearer ${makeApiKey()}` });
    const basic = `Basic ${Buffer.from(`${client.client_id}:wrong`).toString('base64')}`;
    for (const refused of [
      await asClient(address, '/oauth/token', {}, { authorization: basic, accept: 'text/html' }),
      await asClient(address, '/oauth/token', { ...client, client_secret: 'wrong' }),
    ])
      expect(problemOf(refused)).toMatchObject({ status: 429, code: 'auth.too_many_failures' });
    expect((await asClient(address, '/oauth/token', client)).status).toBe(200);
  });

  it('is the one that a trusted proxy tells, and no other', async () => {
    const untrusting = await startGateway({ environment: { RATE_LIMIT_ADDRESS: '5/60' } });
    await from(newAddress(), '/v1/catches', {}, untrusting.url);
    expect(remaining(await from(newAddress(), '/v1/catches', {}, untrusting.url))).toBe(3);
    await untrusting.stop();
  });
});

describe('every answer', () => {
  it.each(['/v1/catches', '/v1/me', '/v1/nowhere', '/openapi.json', '/problems'])(
    'of %s carries the security headers',
    async (path) => {
      const { headers } = await withKey(await newKey(), path, { 'x-forwarded-for': newAddress() });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': expect.stringContaining('max-age='),
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    },
  );

  it.each(['/openapi.json', '/problems', '/v1/nowhere', '/nowhere'])(
    'of %s may be read by scripts of any site',
    async (path) => {
      expect((await from(newAddress(), path)).headers['access-control-allow-origin']).toBe('*');
    },
  );
});

describe('while the database is away', () => {
  it('each copy holds the limit by itself', async () => {
    const key = await newKey();
    await withKey(key);
    await gateway.pool.query('ALTER TABLE rate_limits RENAME TO rate_limits_away');
    const statuses = [];
    for (let count = 0; count < 16; count += 1) statuses.push((await withKey(key)).status);
    await gateway.pool.query('ALTER TABLE rate_limits_away RENAME TO rate_limits');
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(statuses.at(-1)).toBe(429);
  });
});
