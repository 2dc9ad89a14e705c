import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { decodeJwt } from 'jose';
import * as oauth from 'openid-client';
import { ClientRemover } from '../src/identity/oauth/clients/client-remover.js';
import { asking, bodyOf, madeKey, type Shown } from './identity.builders.js';
import { beginCodeFlow, codeFlow, type OAuthHarness, startOAuth, type TestClient } from './oauth.harness.js';

const GRANTS = 3_000;
const ARTIFACTS = 2_500;
const MOST_AT_ONCE = 1_000;

/** How many rows each transaction deleted of these tables, and in how many statements entries of the audit log came. */
const COUNTERS = `
CREATE TABLE counted (what text, transaction xid8, count int);
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counted SELECT TG_TABLE_NAME, pg_current_xact_id(), count(*) FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER count_rows AFTER DELETE ON oauth_grants REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER count_rows AFTER DELETE ON oauth_artifacts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER count_rows AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows()`;

let server: OAuthHarness;
beforeAll(async () => {
  server = await startOAuth();
  await server.gateway.pool.query(COUNTERS);
});
afterAll(() => server.stop());

const ask = (key: string, ...args: Parameters<ReturnType<typeof asking>>) => asking(server.gateway, key)(...args);
const remover = () => server.gateway.service.app.get(ClientRemover);
const countOf = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await server.gateway.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`, values)).rows[0]
    ?.count ?? 0;
const grantsOf = ({ id }: TestClient) => countOf('oauth_grants WHERE client_id = $1', id);

/** Somebody allowed the client, and it made a key for them. */
const allowed = async (client: TestClient) => {
  const person = await server.person();
  const tokens = await codeFlow({ browser: server.browser(person), client });
  const order = { name: 'made', scopes: ['catches:read'] };
  const made = bodyOf<Shown>(await ask(tokens.access_token, 'POST', '/v1/api-keys', order));
  return { person, tokens, made, grantId: String(decodeJwt(tokens.access_token)['grant_id']) };
};

/** Thousands of others allowed it too; one of them has very many tokens. */
const allowByThousands = async ({ id, accountId }: TestClient): Promise<void> => {
  const { pool } = server.gateway;
  await pool.query(
    `INSERT INTO oauth_grants (id, client_id, person_id, account_id, scopes, created_at, expires_at)
      SELECT 'gra_' || n || $1, $1, 'usr_' || n, $2, '{catches:read}', now(), now() + interval '1 day'
      FROM generate_series(1, $3::int) n`,
    [id, accountId, GRANTS],
  );
  await pool.query(
    `INSERT INTO oauth_artifacts (kind, id_hash, sealed, grant_id, expires_at)
      SELECT 'RefreshToken', n || $1, 'x', 'gra_' || CASE WHEN n > $2 THEN 7 ELSE n END || $1, now() + interval '1 day'
      FROM generate_series(1, $2::int + $3::int) n`,
    [id, GRANTS, ARTIFACTS],
  );
};

const SCOPES = ['catches:read', 'keys:write'] as const;

describe('a client that thousands of people allowed', () => {
  it('is refused from its deletion on, and takes along what it made, while its grants go in small steps', async () => {
    const [client, other] = [await server.client({ scopes: SCOPES }), await server.client({ scopes: SCOPES })];
    const [own, bystander] = [await allowed(client), await allowed(other)];
    await allowByThousands(client);
    const grants = await grantsOf(client);

    // The deletion waits for nobody who uses a grant.
    const holder = await server.gateway.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM oauth_grants WHERE id = $1 FOR UPDATE', [own.grantId]);
      expect((await ask(server.gateway.key, 'DELETE', `/v1/oauth-clients/${client.id}?cascade=true`)).status).toBe(204);
      expect(await grantsOf(client)).toBe(grants);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    const isRefused = async () => {
      expect((await ask(server.gateway.key, 'GET', `/v1/oauth-clients/${client.id}`)).status).toBe(404);
      expect((await ask(server.gateway.key, 'DELETE', `/v1/oauth-clients/${client.id}`)).status).toBe(404);
      await expect(oauth.clientCredentialsGrant(client.config)).rejects.toMatchObject({ status: 401 });
      await expect(oauth.refreshTokenGrant(client.config, own.tokens.refresh_token ?? '')).rejects.toMatchObject({
        status: 401,
      });
      const { page } = await beginCodeFlow({ browser: server.browser(own.person), client });
      expect(page.text).toContain('invalid_client');
    };
    await isRefused();
    await eventually(async () => {
      for (const token of [own.tokens.access_token, own.made.key])
        expect((await ask(token, 'GET', '/v1/me')).status).toBe(401);
    });
    const listed = await ask(server.gateway.key, 'GET', `/v1/oauth-grants?account_id=${own.person.accountId}`);
    expect(bodyOf(listed)).toMatchObject({ data: [], total: 0 });

    // A process that dies between two steps leaves the rest to the next one.
    expect(await remover().removeSome()).toBeGreaterThan(0);
    expect(await grantsOf(client)).toBeGreaterThan(0);
    await isRefused();
    await remover().remove();
    expect(await grantsOf(client)).toBe(0);
    expect(await countOf('oauth_clients WHERE id = $1', client.id)).toBe(0);
    expect(await countOf("oauth_artifacts WHERE grant_id LIKE 'gra_%' || $1", client.id)).toBe(0);
    expect(await remover().remove()).toBe(0);
    const { rows } = await server.gateway.pool.query<{ most: number }>(
      `SELECT max(count) AS most FROM (SELECT sum(count)::int AS count FROM counted
        WHERE what <> 'audit_entries' GROUP BY what, transaction) AS deleted`,
    );
    expect(rows[0]?.most).toBe(MOST_AT_ONCE);

    expect(await grantsOf(other)).toBe(1);
    for (const token of [bystander.tokens.access_token, bystander.made.key])
      expect((await ask(token, 'GET', '/v1/me')).status).toBe(200);
    expect((await oauth.refreshTokenGrant(other.config, bystander.tokens.refresh_token ?? '')).access_token).toEqual(
      expect.any(String),
    );
  });

  it('is refused by copies of the previous release, which do not know that it is deleted', async () => {
    const client = await server.client();
    await ask(server.gateway.key, 'DELETE', `/v1/oauth-clients/${client.id}`);
    await server.gateway.pool.query('UPDATE oauth_clients SET deleted_at = NULL WHERE id = $1', [client.id]);
    await expect(oauth.clientCredentialsGrant(client.config)).rejects.toMatchObject({ error: 'unauthorized_client' });
  });

  it('is found by a revocation of its maker as long as its grants are there', async () => {
    const maker = await madeKey(server.gateway, { scopes: ['keys:write'] });
    const client = await server.client({ scopes: SCOPES });
    await server.gateway.pool.query('UPDATE oauth_clients SET created_by = $2 WHERE id = $1', [client.id, maker.id]);
    const { made } = await allowed(client);
    await ask(server.gateway.key, 'DELETE', `/v1/oauth-clients/${client.id}`);
    expect((await ask(made.key, 'GET', '/v1/me')).status).toBe(200);
    expect((await ask(server.gateway.key, 'DELETE', `/v1/api-keys/${maker.id}?cascade=true`)).status).toBe(204);
    await eventually(async () => expect((await ask(made.key, 'GET', '/v1/me')).status).toBe(401));
    expect(await countOf("audit_entries WHERE target_id = $1 AND action = 'oauth_client.deleted'", client.id)).toBe(1);
  });
});

describe('a revocation that takes much along', () => {
  it('adds the entries of all that by one statement', async () => {
    const maker = await madeKey(server.gateway, { scopes: ['catches:read', 'keys:write'] });
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push((await madeKey(server.gateway, {}, maker.key)).id);
    await server.gateway.pool.query('TRUNCATE counted');
    expect((await ask(server.gateway.key, 'DELETE', `/v1/api-keys/${maker.id}?cascade=true`)).status).toBe(204);
    const { rows } = await server.gateway.pool.query<{ counts: number[] }>(
      "SELECT array_agg(count ORDER BY count) AS counts FROM counted WHERE what = 'audit_entries' GROUP BY transaction",
    );
    expect(rows).toContainEqual({ counts: [1, made.length] });
    const { data } = bodyOf<{ data: object[] }>(
      await ask(
        server.gateway.key,
        'GET',
        `/v1/audit-log?action=api_key.revoked&target_id=${made.join('&target_id=')}`,
      ),
    );
    expect(data).toHaveLength(made.length);
    expect(data[0]).toMatchObject({
      account_id: maker.account_id,
      actor: { type: 'api_key' },
      address: '127.0.0.1',
      request_id: expect.any(String),
      details: { with: [maker.id] },
    });
  });
});
