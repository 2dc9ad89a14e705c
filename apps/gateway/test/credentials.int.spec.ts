import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { identityVerifier, TEST_IDENTITY_SECRET } from '@cds/service-kit';
import { SCOPES } from '@cds/contracts';
import { eventually } from '@cds/testing';
import { makeApiKey } from '../src/api-keys/api-key.js';
import { StoredKeyQuery } from '../src/api-keys/stored-key.query.js';
import { ANY_SCOPE, type Route, SERVICES } from '../src/routing/route.js';
import { ROUTES } from '../src/routing/routes.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, send } from './http.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';

const CHALLENGE = 'Bearer realm="catch-data-service"';

let upstream: TestUpstream;
let gateway: GatewayHarness;
const refused: Record<string, string> = {};

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ upstreams: Object.fromEntries(SERVICES.map((service) => [service, upstream.url])) });
  const good = makeApiKey();
  refused['a malformed key'] = 'Bearer cds_live_short';
  refused['a key whose checksum disagrees'] = `Bearer ${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`;
  refused['a key of another product'] = `Bearer ${good.replace('cds_live', 'cds_test')}`;
  refused['nothing after Bearer'] = 'Bearer';
  refused['an unknown key'] = `Bearer ${good}`;
  refused['a revoked key'] = `Bearer ${(await gateway.storeKey({ revokedAt: new Date(Date.now() - 1_000) })).key}`;
  refused['an expired key'] = `Bearer ${(await gateway.storeKey({ expiresAt: new Date(Date.now() - 1) })).key}`;
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const KINDS = ['a malformed key', 'a key whose checksum disagrees', 'a key of another product', 'nothing after Bearer', 'an unknown key', 'a revoked key', 'an expired key'];

const pathOf = (route: Route): string => route.path.replaceAll(/\{\w+\}/g, 'id_1');
const GUARDED = ROUTES.filter(({ scope }) => scope !== null).map((route) => [route.method, pathOf(route)] as const);
const SCOPED = ROUTES.flatMap((route) => (route.scope && route.scope !== ANY_SCOPE ? [[route.method, pathOf(route), route.scope] as const] : []));
const PASSED_ON = SCOPED.filter(([method, path]) => ROUTES.some((route) => route.service !== 'gateway' && route.method === method && pathOf(route) === path));

describe.each(GUARDED)('%s %s', (method, path) => {
  const call = (authorization?: string) => send(gateway.url, path, { method, headers: { ...(authorization && { authorization }) } });

  it.each([['no credential', undefined], ['a scheme other than Bearer', 'Basic Y2RzOmxpdmU=']] as const)('asks for a key when there is %s', async (_kind, authorization) => {
    const before = upstream.seen.length;
    const answer = await call(authorization);
    expect(problemOf(answer)).toEqual(expect.objectContaining({ status: 401, code: 'auth.missing', instance: path }));
    expect(answer.headers['www-authenticate']).toBe(CHALLENGE);
    expect(upstream.seen).toHaveLength(before);
  });

  it.each(KINDS)('refuses %s', async (kind) => {
    const before = upstream.seen.length;
    const answer = await call(refused[kind]);
    expect(problemOf(answer)).toEqual(expect.objectContaining({ status: 401, code: 'auth.invalid', instance: path }));
    expect(answer.headers['www-authenticate']).toBe(`${CHALLENGE}, error="invalid_token"`);
    expect(upstream.seen).toHaveLength(before);
  });

});

describe.each(SCOPED)('%s %s', (method, path, scope) => {
  it('refuses a key that has every scope but its own, admin included', async () => {
    const { key } = await gateway.storeKey({ scopes: SCOPES.filter((one) => one !== scope) });
    const before = upstream.seen.length;
    const answer = await send(gateway.url, path, { method, headers: { authorization: `Bearer ${key}` } });
    const problem = problemOf(answer);
    expect(problem).toEqual(expect.objectContaining({ status: 403, code: 'auth.scope' }));
    expect(problem.detail).toContain(scope);
    expect(answer.headers['www-authenticate']).toBe(`${CHALLENGE}, error="insufficient_scope", scope="${scope}"`);
    expect(upstream.seen).toHaveLength(before);
  });

});

describe.each(PASSED_ON)('%s %s', (method, path, scope) => {
  it('passes a key that has its scope alone, and says who calls', async () => {
    const { key, id, accountId } = await gateway.storeKey({ scopes: [scope] });
    const answer = await send(gateway.url, path, { method, headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    const seen = upstream.seen.at(-1);
    expect(seen).toEqual(expect.objectContaining({ method, url: path }));
    const service = ROUTES.find((route) => route.method === method && pathOf(route) === path)?.service ?? '';
    const verify = identityVerifier([TEST_IDENTITY_SECRET], service);
    expect(verify(String(seen?.headers['x-cds-identity']), String(seen?.headers['x-request-id']))).toEqual({
      accountId,
      accountName: 'Test account',
      credentialId: id,
      scopes: [scope],
    });
  });
});

describe('what needs no credential', () => {
  const open = ROUTES.filter(({ scope }) => scope === null);

  it('is the pictures, and nothing else', () => {
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/photos/{digest}/{file}']);
  });

  it.each(open.map((route) => [route.method, pathOf(route)] as const))('%s %s is passed on for anybody, and names nobody', async (method, path) => {
    for (const authorization of [undefined, refused['an unknown key'], `Bearer ${gateway.key}`]) {
      const answer = await send(gateway.url, path, { method, headers: { ...(authorization && { authorization }), 'x-cds-identity': 'forged' } });
      expect(answer.status).toBe(200);
      expect(upstream.seen.at(-1)?.url).toBe(path);
      expect(upstream.seen.at(-1)?.headers).not.toHaveProperty('x-cds-identity');
      expect(upstream.seen.at(-1)?.headers).not.toHaveProperty('authorization');
    }
  });
});

describe('a key', () => {
  const call = (key: string) => send(gateway.url, '/v1/catches', { headers: { authorization: `Bearer ${key}` } });

  it('is taken with the scheme in any case', async () => {
    expect((await gateway.call('/v1/catches', { headers: { authorization: `bEARER ${gateway.key}` } })).status).toBe(200);
  });

  it('is looked up neither when malformed nor, again, within a second', async () => {
    const look = jest.spyOn(gateway.service.app.get(StoredKeyQuery), 'byHash');
    for (const kind of KINDS.slice(0, 4)) await send(gateway.url, '/v1/catches', { headers: { authorization: refused[kind] ?? '' } });
    expect(look).not.toHaveBeenCalled();
    const { key } = await gateway.storeKey();
    await Promise.all(Array.from({ length: 20 }, () => call(key)));
    expect(look).toHaveBeenCalledTimes(1);
    look.mockRestore();
  });

  it('stops soon after its revocation', async () => {
    const { key, id } = await gateway.storeKey();
    expect((await call(key)).status).toBe(200);
    await gateway.pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
    await eventually(async () => expect((await call(key)).status).toBe(401));
  });

  it('works soon after it was stored, though it was tried before', async () => {
    const { key, id } = await gateway.storeKey({ revokedAt: new Date() });
    expect((await call(key)).status).toBe(401);
    await gateway.pool.query('UPDATE api_keys SET revoked_at = NULL WHERE id = $1', [id]);
    await eventually(async () => expect((await call(key)).status).toBe(200));
  });

  it('has the time of its last use noted once a minute', async () => {
    const { key, id } = await gateway.storeKey();
    const lastUse = async (): Promise<Date | null> =>
      (await gateway.pool.query<{ last_used_at: Date | null }>('SELECT last_used_at FROM api_keys WHERE id = $1', [id])).rows[0]?.last_used_at ?? null;
    await call(key);
    const first = await eventually(async () => {
      const noted = await lastUse();
      expect(noted).not.toBeNull();
      return noted;
    });
    await call(key);
    await call(key);
    expect(await lastUse()).toEqual(first);
    expect(Date.now() - (first?.getTime() ?? 0)).toBeLessThan(10_000);
  });

  it('that cannot be looked up for a reason nobody expected is a 500 with nothing of the inside', async () => {
    const look = jest.spyOn(gateway.service.app.get(StoredKeyQuery), 'byHash').mockRejectedValue(new TypeError('the inside'));
    const answer = await call(makeApiKey());
    look.mockRestore();
    expect(problemOf(answer)).toEqual(expect.objectContaining({ status: 500, code: 'internal.error' }));
    expect(answer.text).not.toContain('the inside');
    const line = await eventually(() => {
      const found = gateway.log.find(({ request_id: id }) => id === answer.headers['x-request-id']);
      expect(found).toBeDefined();
      return found;
    });
    expect(line).toEqual(expect.objectContaining({ level: 'error', status: 500, err: expect.objectContaining({ message: 'the inside' }) }));
  });

  it('is in no log line', async () => {
    const answer = await call(gateway.key);
    const handled = await eventually(() => {
      const line = gateway.log.find(({ msg, request_id: id }) => msg === 'http.handled' && id === answer.headers['x-request-id']);
      expect(line).toBeDefined();
      return line;
    });
    expect(handled).toEqual(
      expect.objectContaining({ method: 'GET', status: 200, upstream: upstream.url, account_id: expect.stringMatching(/^acc_/), credential_id: expect.stringMatching(/^key_/), request_id: expect.any(String), duration_ms: expect.any(Number) }),
    );
    expect(JSON.stringify(gateway.log)).not.toContain('cds_live_');
  });
});
