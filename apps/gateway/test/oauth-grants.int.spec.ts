import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import * as oauth from 'openid-client';
import { OAuthSweep } from '../src/identity/oauth/oauth-sweep.js';
import { type Answer, problemOf, send } from './http.harness.js';
import { codeFlow, type OAuthHarness, startOAuth } from './oauth.harness.js';

let server: OAuthHarness;
beforeAll(async () => void (server = await startOAuth()));
afterAll(() => server.stop());

const call = (token: string, method: string, path: string): Promise<Answer> =>
  send(server.url, path, { method, headers: { authorization: `Bearer ${token}` } });
const json = ({ text }: Answer) => JSON.parse(text) as { data: Record<string, unknown>[]; total: number };

/** A person who allowed an app to look after keys. */
const given = async () => {
  const [client, person] = [await server.client({ scopes: ['keys:read', 'keys:write'] }), await server.person()];
  const tokens = await codeFlow({ browser: server.browser(person), client });
  return { client, person, tokens };
};

describe('the grants of an account', () => {
  it('are listed to it alone', async () => {
    const { client, person, tokens } = await given();
    const page = json(await call(tokens.access_token, 'GET', '/v1/oauth-grants'));
    expect(page).toMatchObject({ total: 1 });
    expect(page.data).toEqual([
      {
        id: expect.stringMatching(/^gra_/),
        client: { id: client.id, name: 'Test app' },
        account_id: person.accountId,
        person_id: person.personId,
        scopes: ['keys:read', 'keys:write'],
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    expect(json(await server.gateway.call('/v1/oauth-grants'))).toMatchObject({ total: 0, data: [] });
  });

  it('can be revoked, which ends their tokens on the way', async () => {
    const { client, person, tokens } = await given();
    const id = String(json(await call(tokens.access_token, 'GET', '/v1/oauth-grants')).data[0]?.['id']);
    const { key } = await server.gateway.storeKey({ scopes: ['keys:read', 'keys:write'] });
    expect(problemOf(await call(key, 'DELETE', `/v1/oauth-grants/${id}`))).toMatchObject({
      status: 404,
      code: 'oauth_grant.not_found',
    });
    expect((await call(tokens.access_token, 'DELETE', `/v1/oauth-grants/${id}`)).status).toBe(204);
    await eventually(async () => expect((await server.me(tokens.access_token)).status).toBe(401));
    await expect(oauth.refreshTokenGrant(client.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const again = await codeFlow({ browser: server.browser(person), client });
    expect((await server.me(again.access_token)).status).toBe(200);
    const { rows } = await server.gateway.pool.query<{ action: string; address: string }>(
      'SELECT action, address FROM audit_entries WHERE target_id = $1 ORDER BY id',
      [id],
    );
    expect(rows).toEqual([
      { action: 'oauth_grant.given', address: '127.0.0.1' },
      { action: 'oauth_grant.revoked', address: '127.0.0.1' },
    ]);
  });
});

describe('what has expired', () => {
  it('is swept, and nothing else', async () => {
    const { client, tokens } = await given();
    const expired = await given();
    const { pool, service } = server.gateway;
    await pool.query("UPDATE oauth_grants SET expires_at = now() - interval '11 minutes' WHERE client_id = $1", [
      expired.client.id,
    ]);
    await pool.query(
      `INSERT INTO oauth_revocations (kind, subject, expires_at)
        SELECT 'token', 'old-' || n, now() - interval '11 minutes' FROM generate_series(1, 1500) n`,
    );
    await pool.query(
      `INSERT INTO oauth_artifacts (kind, id_hash, sealed, expires_at)
        VALUES ('Session', 'old', 'x', now() - interval '11 minutes'), ('Session', 'young', 'x', now())`,
    );
    expect(await service.app.get(OAuthSweep).sweep()).toBe(1_502);
    const { rows } = await pool.query<{ id_hash: string }>(
      "SELECT id_hash FROM oauth_artifacts WHERE id_hash IN ('old', 'young')",
    );
    expect(rows).toEqual([{ id_hash: 'young' }]);
    await expect(
      oauth.refreshTokenGrant(expired.client.config, expired.tokens.refresh_token ?? ''),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await oauth.refreshTokenGrant(client.config, tokens.refresh_token ?? '')).access_token).toEqual(
      expect.any(String),
    );
  });
});
