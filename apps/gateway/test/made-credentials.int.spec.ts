import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { decodeJwt } from 'jose';
import * as oauth from 'openid-client';
import { problemOf } from './http.harness.js';
import { asking, bodyOf, madeKey, type Shown } from './identity.builders.js';
import { beginCodeFlow, codeFlow, type OAuthHarness, startOAuth } from './oauth.harness.js';

let server: OAuthHarness;
beforeAll(async () => void (server = await startOAuth()));
afterAll(() => server.stop());

const ask = (key: string, ...args: Parameters<ReturnType<typeof asking>>) => asking(server.gateway, key)(...args);
const ORDER = { name: 'made', scopes: ['keys:write'] };
const CLIENT = {
  name: 'Board',
  scopes: ['keys:write'],
  confidential: true,
  grant_types: ['client_credentials'],
  redirect_uris: [],
};
const END = '2100-01-01T00:00:00.000Z';
const bound = () =>
  madeKey(server.gateway, {
    scopes: ['keys:read', 'keys:write'],
    expires_at: END,
    allowed_cidrs: ['127.0.0.0/8', '2001:db8::/32'],
  });

describe('what a bound key makes', () => {
  it('takes over its networks and its end, and names it', async () => {
    const maker = await bound();
    expect(bodyOf(await ask(maker.key, 'POST', '/v1/api-keys', ORDER))).toMatchObject({
      expires_at: END,
      allowed_cidrs: maker.allowed_cidrs,
      created_by: maker.id,
    });
    const narrower = { ...ORDER, expires_at: '2099-01-01T00:00:00.000Z', allowed_cidrs: ['127.0.0.1'] };
    expect(bodyOf(await ask(maker.key, 'POST', '/v1/api-keys', narrower))).toMatchObject({
      expires_at: narrower.expires_at,
      allowed_cidrs: ['127.0.0.1'],
    });
  });

  it.each([
    ['later', { expires_at: '2100-01-01T00:00:00.001Z' }],
    ['from elsewhere', { allowed_cidrs: ['127.0.0.1', '192.0.2.1'] }],
    ['from a wider network', { allowed_cidrs: ['126.0.0.0/7'] }],
    ['from a network of the other kind', { allowed_cidrs: ['::/0'] }],
  ])('cannot be used %s', async (_how, over) => {
    const { key } = await bound();
    expect(problemOf(await ask(key, 'POST', '/v1/api-keys', { ...ORDER, ...over }))).toMatchObject({
      status: 403,
      code: 'api_key.wider',
    });
  });

  it('is no wider after an edit or a roll, its own included', async () => {
    const maker = await bound();
    const own = `/v1/api-keys/${maker.id}`;
    for (const patch of [{ expires_at: null }, { allowed_cidrs: [] }])
      expect(problemOf(await ask(maker.key, 'PATCH', own, patch))).toMatchObject({
        status: 403,
        code: 'api_key.wider',
      });
    expect((await ask(maker.key, 'PATCH', own, { name: 'renamed' })).status).toBe(200);
    const wide = await madeKey(server.gateway, { scopes: ['keys:write'] });
    expect(problemOf(await ask(maker.key, 'POST', `/v1/api-keys/${wide.id}/roll`, {}))).toMatchObject({
      status: 403,
      code: 'api_key.wider',
    });
    expect(bodyOf(await ask(maker.key, 'POST', `${own}/roll`, {}))).toMatchObject({ expires_at: END });
  });

  it('is no OAuth client, which nothing would bind', async () => {
    const { key } = await bound();
    expect(problemOf(await ask(key, 'POST', '/v1/oauth-clients', CLIENT))).toMatchObject({
      status: 403,
      code: 'api_key.wider',
    });
  });
});

describe('a maker that is revoked', () => {
  const statusOf = async (key: string) => (await ask(key, 'GET', '/v1/me')).status;

  it('leaves what it made alone', async () => {
    const maker = await madeKey(server.gateway, { scopes: ['keys:write'] });
    const made = bodyOf<Shown>(await ask(maker.key, 'POST', '/v1/api-keys', ORDER));
    expect((await ask(server.gateway.key, 'DELETE', `/v1/api-keys/${maker.id}`)).status).toBe(204);
    expect(await statusOf(made.key)).toBe(200);
  });

  it('takes it along when asked to, and what that made, also after a roll', async () => {
    const maker = await madeKey(server.gateway, { scopes: ['keys:write'] });
    const child = bodyOf<Shown>(await ask(maker.key, 'POST', '/v1/api-keys', ORDER));
    const rolled = bodyOf<Shown>(await ask(child.key, 'POST', `/v1/api-keys/${child.id}/roll`, { grace_seconds: 0 }));
    const grandchild = bodyOf<Shown>(await ask(rolled.key, 'POST', '/v1/api-keys', ORDER));
    const client = bodyOf<{ id: string }>(await ask(rolled.key, 'POST', '/v1/oauth-clients', CLIENT));
    const bystander = await madeKey(server.gateway);
    expect((await ask(server.gateway.key, 'DELETE', `/v1/api-keys/${maker.id}?cascade=true`)).status).toBe(204);
    await eventually(async () => {
      for (const { key } of [maker, rolled, grandchild]) expect(await statusOf(key)).toBe(401);
    });
    expect((await ask(server.gateway.key, 'GET', `/v1/oauth-clients/${client.id}`)).status).toBe(404);
    expect(await statusOf(bystander.key)).toBe(200);
    const revocations = `/v1/audit-log?target_id=${grandchild.id}&action=api_key.revoked`;
    expect(bodyOf(await ask(server.gateway.key, 'GET', revocations))).toMatchObject({
      data: [{ details: { with: [maker.id] } }],
    });
  });
});

describe('a maker that is revoked while it makes something', () => {
  const keysMadeBy = async (id: string): Promise<{ isRevoked: boolean }[]> =>
    (
      await server.gateway.pool.query<{ isRevoked: boolean }>(
        'SELECT revoked_at IS NOT NULL AS "isRevoked" FROM api_keys WHERE created_by = $1',
        [id],
      )
    ).rows;
  /** Begins both, the first one until it waits for the statement's lock, which is released once the other waits too. */
  const together = async <A, B>(lock: string, values: string[], first: () => Promise<A>, other: () => Promise<B>) => {
    const holder = await server.gateway.pool.connect();
    /** Others wait for the lock of the audit log as well: the first one has stored its key before. */
    const hasStored = lock.startsWith('LOCK')
      ? `AND EXISTS (SELECT FROM pg_locks AS held WHERE held.pid = waiting.pid AND held.granted
          AND held.relation = 'api_keys'::regclass AND held.mode = 'RowExclusiveLock')`
      : '';
    const waiting = (count: number, also = '') =>
      eventually(async () => {
        const { rows } = await server.gateway.pool.query<{ count: number }>(
          `SELECT count(*)::int FROM pg_stat_activity AS waiting
            WHERE datname = current_database() AND wait_event_type = 'Lock'
              AND query ~ 'accounts|api_keys|audit_entries' ${also}`,
        );
        expect(rows[0]?.count).toBeGreaterThanOrEqual(count);
      });
    try {
      await holder.query('BEGIN');
      await holder.query(lock, values);
      const begun = first();
      await waiting(1, hasStored);
      const ended = other();
      await Promise.race([ended, waiting(2)]);
      await holder.query('COMMIT');
      return await Promise.all([begun, ended]);
    } finally {
      holder.release();
    }
  };
  const revoke = (path: string) => ask(server.gateway.key, 'DELETE', `${path}?cascade=true`);

  it.each([
    ['key', 'POST', '/v1/api-keys', ORDER],
    ['client', 'POST', '/v1/oauth-clients', CLIENT],
  ] as const)('makes no %s any more', async (_what, method, path, order) => {
    const maker = await server.gateway.storeKey();
    const [made, revoked] = await together(
      'SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE',
      [maker.accountId],
      () => ask(maker.key, method, path, order),
      () => revoke(`/v1/api-keys/${maker.id}`),
    );
    expect(revoked.status).toBe(204);
    expect(problemOf(made)).toMatchObject({ status: 401, code: 'auth.invalid' });
    expect(await keysMadeBy(maker.id)).toEqual([]);
  });

  it('gets no other key’s secret by a roll any more', async () => {
    const maker = await server.gateway.storeKey();
    const other = await server.gateway.storeKey({ accountId: maker.accountId });
    const [rolled, revoked] = await together(
      'SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE',
      [maker.accountId],
      () => ask(maker.key, 'POST', `/v1/api-keys/${other.id}/roll`, {}),
      () => revoke(`/v1/api-keys/${maker.id}`),
    );
    expect(revoked.status).toBe(204);
    expect(problemOf(rolled)).toMatchObject({ status: 401, code: 'auth.invalid' });
  });

  it('takes along what it had nearly made', async () => {
    const maker = await server.gateway.storeKey();
    const [made, revoked] = await together(
      'LOCK TABLE audit_entries IN SHARE MODE',
      [],
      () => ask(maker.key, 'POST', '/v1/api-keys', ORDER),
      () => revoke(`/v1/api-keys/${maker.id}`),
    );
    expect([made.status, revoked.status]).toEqual([201, 204]);
    expect(await keysMadeBy(maker.id)).toEqual([{ isRevoked: true }]);
  });

  it('takes along what the keys that it made had nearly made', async () => {
    const maker = await server.gateway.storeKey();
    const child = bodyOf<Shown>(await ask(maker.key, 'POST', '/v1/api-keys', ORDER));
    const [made, revoked] = await together(
      'LOCK TABLE audit_entries IN SHARE MODE',
      [],
      () => ask(child.key, 'POST', '/v1/api-keys', ORDER),
      () => revoke(`/v1/api-keys/${maker.id}`),
    );
    expect([made.status, revoked.status]).toEqual([201, 204]);
    expect(await keysMadeBy(child.id)).toEqual([{ isRevoked: true }]);
  });

  it('is an app whose grant ends, too', async () => {
    const [client, person] = [await server.client({ scopes: ['catches:read', 'keys:write'] }), await server.person()];
    const tokens = await codeFlow({ browser: server.browser(person), client });
    const grantId = String(decodeJwt(tokens.access_token)['grant_id']);
    const [made, revoked] = await together(
      'LOCK TABLE audit_entries IN SHARE MODE',
      [],
      () => ask(tokens.access_token, 'POST', '/v1/api-keys', { name: 'made', scopes: ['catches:read'] }),
      () => revoke(`/v1/oauth-grants/${grantId}`),
    );
    expect([made.status, revoked.status]).toEqual([201, 204]);
    expect(await keysMadeBy(grantId)).toEqual([{ isRevoked: true }]);
  });
});

describe('a maker that is revoked with what it made for another account', () => {
  it('ends that here at once', async () => {
    const admin = await madeKey(server.gateway, { scopes: ['admin', 'keys:write'] });
    const { accountId } = await server.gateway.storeKey();
    const order = { ...ORDER, account_id: accountId };
    const made = bodyOf<Shown>(await ask(admin.key, 'POST', '/v1/api-keys', order));
    expect((await ask(made.key, 'GET', '/v1/me')).status).toBe(200);
    await ask(server.gateway.key, 'DELETE', `/v1/api-keys/${admin.id}?cascade=true`);
    expect((await ask(made.key, 'GET', '/v1/me')).status).toBe(401);
  });
});

describe('keys that were revoked or rolled', () => {
  const count = async (accountId: string): Promise<number> => {
    const { rows } = await server.gateway.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM api_keys WHERE account_id = $1 AND revoked_at IS NOT NULL',
      [accountId],
    );
    return rows[0]?.count ?? 0;
  };

  it('are a thousand at most, and what the forgotten ones made is found all the same', async () => {
    const [maker, { accountId }] = [await bound(), await server.gateway.storeKey()];
    const idOf = (n: number) => `${accountId}_${String(n).padStart(4, '0')}`;
    const last = await server.gateway.storeKey({ accountId });
    // Each was rolled into the next one, the 1,060th into the key that works.
    await server.gateway.pool.query(
      `INSERT INTO api_keys (id, account_id, name, hash, prefix, scopes, created_by, replaced_by, revoked_at)
        SELECT $1 || '_' || lpad(n::text, 4, '0'), $1, 'x', $1 || n, 'x', '{}', $2,
          CASE WHEN n = 1060 THEN $3 ELSE $1 || '_' || lpad((n + 1)::text, 4, '0') END,
          now() - make_interval(mins => 2000 - n)
        FROM generate_series(1, 1060) n`,
      [accountId, maker.id, last.id],
    );
    const made = await server.gateway.storeKey({ accountId });
    const client = await server.client();
    await server.gateway.pool.query('UPDATE api_keys SET created_by = $2 WHERE id = $1', [made.id, idOf(1)]);
    await server.gateway.pool.query('UPDATE oauth_clients SET created_by = $2 WHERE id = $1', [client.id, idOf(20)]);
    const roll = async (id: string): Promise<string> =>
      bodyOf<Shown>(await ask(server.gateway.key, 'POST', `/v1/api-keys/${id}/roll`, { grace_seconds: 0 })).id;
    const next = await roll(last.id);
    expect(await count(accountId)).toBe(1_060 + 1 - 50);
    expect(bodyOf(await ask(server.gateway.key, 'GET', `/v1/api-keys/${made.id}`))).toMatchObject({
      created_by: idOf(51),
    });
    await roll(next);
    expect(await count(accountId)).toBe(1_000);
    expect((await ask(server.gateway.key, 'GET', `/v1/api-keys/${last.id}`)).status).toBe(200);
    expect((await ask(server.gateway.key, 'DELETE', `/v1/api-keys/${maker.id}?cascade=true`)).status).toBe(204);
    await eventually(async () => expect((await ask(made.key, 'GET', '/v1/me')).status).toBe(401));
    expect((await ask(server.gateway.key, 'GET', `/v1/oauth-clients/${client.id}`)).status).toBe(404);
  });

  it('hand on what they made to the key that goes on while it has its grace', async () => {
    const { accountId, ...rolled } = await server.gateway.storeKey();
    const [dead, made] = [await server.gateway.storeKey({ accountId }), await server.gateway.storeKey({ accountId })];
    const { pool } = server.gateway;
    await pool.query('UPDATE api_keys SET replaced_by = $2, expires_at = now() + $3::interval WHERE id = $1', [
      rolled.id,
      dead.id,
      '1 day',
    ]);
    await pool.query("UPDATE api_keys SET revoked_at = now() - '1 year'::interval WHERE id = $1", [dead.id]);
    await pool.query('UPDATE api_keys SET created_by = $2 WHERE id = $1', [made.id, dead.id]);
    await pool.query(
      `INSERT INTO api_keys (id, account_id, name, hash, prefix, scopes, revoked_at)
        SELECT $1 || '_' || n, $1, 'x', $1 || n, 'x', '{}', now() FROM generate_series(1, 1000) n`,
      [accountId],
    );
    await ask(made.key, 'POST', '/v1/api-keys', { name: 'another', scopes: ['catches:read'] });
    expect((await ask(made.key, 'GET', `/v1/api-keys/${dead.id}`)).status).toBe(404);
    expect(bodyOf(await ask(made.key, 'GET', `/v1/api-keys/${made.id}`))).toMatchObject({ created_by: rolled.id });
    expect(bodyOf(await ask(made.key, 'GET', `/v1/api-keys/${rolled.id}`))).toMatchObject({ replaced_by: dead.id });
  });
});

describe('an app that a person allowed', () => {
  const asked = async () => {
    const [client, person] = [await server.client({ scopes: ['catches:read', 'keys:write'] }), await server.person()];
    return { client, person, browser: server.browser(person) };
  };

  it('gets the right to make keys only when the person ticks it', async () => {
    const { client, browser } = await asked();
    const { page, finish } = await beginCodeFlow({ browser, client });
    expect(page.text).toContain('<input type="checkbox" name="also" value="keys:write"');
    const tokens = await finish((await browser.submit(page, { decision: 'allow' })).url);
    expect(tokens.scope).toBe('catches:read');
    expect(problemOf(await ask(tokens.access_token, 'POST', '/v1/api-keys', ORDER))).toMatchObject({
      status: 403,
      code: 'auth.scope',
    });
  });

  it('loses that right with every token when the person does not tick it again', async () => {
    const { client, browser } = await asked();
    const before = await codeFlow({ browser, client });
    expect(before.scope).toBe('catches:read keys:write');
    const { page, finish } = await beginCodeFlow({ browser, client, more: { prompt: 'consent' } });
    expect((await finish((await browser.submit(page, { decision: 'allow' })).url)).scope).toBe('catches:read');
    const refreshed = await oauth.refreshTokenGrant(client.config, before.refresh_token ?? '');
    expect(refreshed.scope).toBe('catches:read');
  });

  it('makes keys that end with the grant, and with its revocation when asked', async () => {
    const { client, person, browser } = await asked();
    const tokens = await codeFlow({ browser, client });
    const order = { name: 'made', scopes: ['catches:read'] };
    const made = bodyOf<Shown>(await ask(tokens.access_token, 'POST', '/v1/api-keys', order));
    expect(made).toMatchObject({ created_by: expect.stringMatching(/^gra_/), expires_at: expect.any(String) });
    const { data } = bodyOf<{ data: { id: string; expires_at: string }[] }>(
      await ask(server.gateway.key, 'GET', `/v1/oauth-grants?account_id=${person.accountId}`),
    );
    expect(data).toMatchObject([{ id: made.created_by, expires_at: made.expires_at }]);
    const revoked = await ask(server.gateway.key, 'DELETE', `/v1/oauth-grants/${made.created_by}?cascade=true`);
    expect(revoked.status).toBe(204);
    await eventually(async () => expect((await ask(made.key, 'GET', '/v1/me')).status).toBe(401));
  });

  it('is not allowed by a session that is older than a quarter of an hour', async () => {
    const { client, person } = await asked();
    const stale = await server.person(undefined, new Date(Date.now() - 901_000));
    const { page } = await beginCodeFlow({ browser: server.browser(stale), client });
    expect(page.url.pathname).toBe('/test-sign-in');
    expect((await beginCodeFlow({ browser: server.browser(person), client })).page.url.pathname).toMatch(
      /interactions/,
    );
  });
});
