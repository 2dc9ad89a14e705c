import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@cds/testing';
import { makeApiKey } from '../src/identity/api-keys/api-key.js';
import { StoredKeyQuery } from '../src/identity/api-keys/stored-key.query.js';
import { SERVICES } from '../src/edge/routing/route.js';
import { ROUTES } from '../src/edge/routing/routes.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, send } from './http.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';
import { pathOf } from './wrong-credentials.js';

let upstream: TestUpstream;
let gateway: GatewayHarness;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ upstreams: Object.fromEntries(SERVICES.map((service) => [service, upstream.url])) });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

describe('what needs no credential', () => {
  const open = ROUTES.filter(({ scope }) => scope === null);

  it('is the pictures and the keys of webhooks, and nothing else', () => {
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/photos/{digest}/{file}',
      'GET /v1/species/{id}/pictures/{digest}/{file}',
      'GET /.well-known/webhook-keys',
    ]);
  });

  it.each(open.map((route) => [route.method, pathOf(route)] as const))(
    '%s %s is passed on for anybody, and names nobody',
    async (method, path) => {
      for (const authorization of [undefined, `Bearer ${makeApiKey()}`, `Bearer ${gateway.key}`]) {
        const answer = await send(gateway.url, path, {
          method,
          headers: { ...(authorization && { authorization }), 'x-cds-identity': 'forged' },
        });
        expect(answer.status).toBe(200);
        expect(upstream.seen.at(-1)?.url).toBe(path);
        expect(upstream.seen.at(-1)?.headers).not.toHaveProperty('x-cds-identity');
        expect(upstream.seen.at(-1)?.headers).not.toHaveProperty('authorization');
      }
    },
  );
});

describe('a key', () => {
  const call = (key: string) => send(gateway.url, '/v1/catches', { headers: { authorization: `Bearer ${key}` } });

  it('is taken with the scheme in any case', async () => {
    expect((await gateway.call('/v1/catches', { headers: { authorization: `bEARER ${gateway.key}` } })).status).toBe(
      200,
    );
  });

  it('is looked up neither when malformed nor, again, within a second', async () => {
    const look = jest.spyOn(gateway.service.app.get(StoredKeyQuery), 'byHash');
    for (const key of ['cds_live_short', `${makeApiKey()}0`, makeApiKey().replace('live', 'test'), '']) await call(key);
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
      (await gateway.pool.query<{ last_used_at: Date | null }>('SELECT last_used_at FROM api_keys WHERE id = $1', [id]))
        .rows[0]?.last_used_at ?? null;
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
    const look = jest
      .spyOn(gateway.service.app.get(StoredKeyQuery), 'byHash')
      .mockRejectedValue(new TypeError('the inside'));
    const answer = await call(makeApiKey());
    look.mockRestore();
    expect(problemOf(answer)).toEqual(expect.objectContaining({ status: 500, code: 'internal.error' }));
    expect(answer.text).not.toContain('the inside');
    const line = await eventually(() => {
      const found = gateway.log.find(({ request_id: id }) => id === answer.headers['x-request-id']);
      expect(found).toBeDefined();
      return found;
    });
    expect(line).toEqual(
      expect.objectContaining({ level: 'error', status: 500, err: expect.objectContaining({ message: 'the inside' }) }),
    );
  });

  it('is in no log line', async () => {
    const answer = await call(gateway.key);
    const handled = await eventually(() => {
      const line = gateway.log.find(
        ({ msg, request_id: id }) => msg === 'http.handled' && id === answer.headers['x-request-id'],
      );
      expect(line).toBeDefined();
      return line;
    });
    expect(handled).toEqual(
      expect.objectContaining({
        method: 'GET',
        status: 200,
        upstream: upstream.url,
        account_id: expect.stringMatching(/^acc_/),
        credential_id: expect.stringMatching(/^key_/),
        request_id: expect.any(String),
        duration_ms: expect.any(Number),
      }),
    );
    expect(JSON.stringify(gateway.log)).not.toContain('cds_live_');
  });
});
