import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
  UnsecuredJWT,
  decodeJwt,
  decodeProtectedHeader,
} from 'jose';
import * as oauth from 'openid-client';
import { SigningKeyStore } from '../src/identity/oauth/signing-keys/signing-key.store.js';
import { SigningKeys } from '../src/identity/oauth/signing-keys/signing-keys.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { codeFlow, type OAuthHarness, startOAuth, type TestClient } from './oauth.harness.js';
import { TestPeopleModule } from './people.harness.js';

let server: OAuthHarness;
/** Another copy of the gateway, on the same database. */
let other: GatewayHarness;
beforeAll(async () => {
  server = await startOAuth();
  other = await startGateway({
    database: server.database,
    people: TestPeopleModule,
    environment: { PUBLIC_URL: server.url },
  });
});
afterAll(async () => {
  await other.service.stop();
  await other.pool.end();
  await server.stop();
});

const tokensOf = async (client: TestClient) => codeFlow({ browser: server.browser(await server.person()), client });
const post = (path: string, client: TestClient, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      ...(client.secret !== undefined && {
        authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
      }),
      ...headers,
    },
    body: new URLSearchParams({ ...(client.secret === undefined && { client_id: client.id }), ...fields }),
  });
const statuses = async (token: string) => [(await server.me(token)).status, (await server.me(token, other.url)).status];
/** Within the 5 seconds that `eventually` waits. */
const stopsEverywhere = (token: string) =>
  eventually(async () => expect(await statuses(token)).toEqual([401, 401]), { timeoutMs: 5_000 });
const audited = async (target: string): Promise<string[]> =>
  (
    await server.gateway.pool.query<{ action: string }>(
      'SELECT action FROM audit_entries WHERE actor_id = $1 OR target_id = $1 ORDER BY id',
      [target],
    )
  ).rows.map(({ action }) => action);

describe('the discovery document', () => {
  const discovered = async (): Promise<Record<string, unknown>> =>
    (await (await fetch(`${server.url}/.well-known/oauth-authorization-server`)).json()) as Record<string, unknown>;

  it('tells what there is, and nothing of OpenID Connect', async () => {
    expect(await discovered()).toEqual({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth/authorize`,
      token_endpoint: `${server.url}/oauth/token`,
      jwks_uri: `${server.url}/oauth/jwks`,
      revocation_endpoint: `${server.url}/oauth/revoke`,
      introspection_endpoint: `${server.url}/oauth/introspect`,
      device_authorization_endpoint: `${server.url}/oauth/device_authorization`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment'],
      grant_types_supported: expect.arrayContaining([
        'authorization_code',
        'client_credentials',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ]),
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: expect.arrayContaining(['catches:read', 'admin']),
      service_documentation: `${server.url}/docs`,
    });
    expect((await fetch(`${server.url}/.well-known/openid-configuration`)).status).toBe(404);
  });

  it('is the same whatever host is named', async () => {
    const response = await fetch(`${other.url}/.well-known/oauth-authorization-server`, {
      headers: { 'x-forwarded-host': 'evil.example.com' },
    });
    expect(await response.json()).toEqual(await discovered());
  });

  it('names endpoints that answer', async () => {
    const document = await discovered();
    for (const [name, url] of Object.entries(document)) {
      if (!/_endpoint$|_uri$/.test(name)) continue;
      const asked = await fetch(String(url), {
        method: name === 'authorization_endpoint' || name === 'jwks_uri' ? 'GET' : 'POST',
        redirect: 'manual',
      });
      const refused = name === 'authorization_endpoint' ? 400 : 401;
      expect([name, asked.status]).toEqual([name, name === 'jwks_uri' ? 200 : refused]);
      expect(asked.headers.get('x-request-id')).toEqual(expect.any(String));
    }
  });
});

describe('a client that does not authenticate', () => {
  const ask = async (path: string, headers: Record<string, string>, fields: Record<string, string> = {}) => {
    const body = new URLSearchParams({ token: 'x', grant_type: 'client_credentials', ...fields });
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body });
    return [answer.status, ((await answer.json()) as { error?: string }).error, answer.headers.get('www-authenticate')];
  };
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

  it.each(['/oauth/token', '/oauth/introspect', '/oauth/revoke', '/oauth/device_authorization'])(
    'is invalid at %s, whatever it accepts',
    async (path) => {
      for (const headers of [{}, { accept: 'text/html' }] as Record<string, string>[])
        expect(await ask(path, headers)).toEqual([401, 'invalid_client', null]);
      expect(await ask(path, {}, { client_secret: 'any' })).toEqual([401, 'invalid_client', null]);
    },
  );

  it.each(['Basic !!!', 'Basic', 'Bearer abc', basic('app_1'), basic('app_1:'), basic('app_1:%zz')])(
    'is invalid with %j, and learns the scheme',
    async (authorization) => {
      const challenge = `Basic realm="${server.url}", error="invalid_client"`;
      expect(await ask('/oauth/token', { authorization })).toEqual([401, 'invalid_client', challenge]);
    },
  );

  it('but sends a malformed request gets a 400', async () => {
    const authorization = basic('app_1:secret');
    for (const fields of [{ client_secret: 'any' }, { client_id: 'app_2' }] as Record<string, string>[])
      expect(await ask('/oauth/token', { authorization }, fields)).toEqual([400, 'invalid_request', null]);
  });
});

describe('client credentials', () => {
  it('give a token of RFC 9068 that acts for the account of the client, with all its scopes by default', async () => {
    const client = await server.client();
    const { access_token: token, ...rest } = await oauth.clientCredentialsGrant(client.config);
    expect(rest).toEqual({ token_type: 'bearer', expires_in: 900, scope: 'catches:read catches:write' });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) });
    const { iat = 0, exp, ...claims } = decodeJwt(token);
    expect(exp).toBe(iat + 900);
    expect(claims).toEqual({
      iss: server.url,
      aud: server.url,
      sub: client.id,
      client_id: client.id,
      client_name: 'Test app',
      account_id: client.accountId,
      account_name: 'Test account',
      scope: 'catches:read catches:write',
      jti: expect.any(String),
    });
    expect((await server.me(token)).body).toEqual({
      account: { id: client.accountId, name: 'Test account' },
      credential: { type: 'access_token', id: client.id, name: 'Test app' },
      scopes: ['catches:read', 'catches:write'],
    });
  });

  it('give no scope that was not asked for, nor one that the client lacks', async () => {
    const client = await server.client();
    const { access_token: token, scope } = await oauth.clientCredentialsGrant(client.config, {
      scope: 'catches:read',
      resource: server.url,
    });
    expect(scope).toBe('catches:read');
    expect((await server.me(token)).body['scopes']).toEqual(['catches:read']);
    expect(
      await (await post('/oauth/token', client, { grant_type: 'client_credentials', scope: 'species:write' })).json(),
    ).toMatchObject({ error: 'invalid_scope' });
  });

  it('are good for one resource', async () => {
    const answer = await post('/oauth/token', await server.client(), {
      grant_type: 'client_credentials',
      resource: 'https://other.example.com',
    });
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_target' })]);
  });

  it('go in the body too', async () => {
    const client = await server.client();
    const answer = await post(
      '/oauth/token',
      { ...client, secret: undefined },
      { grant_type: 'client_credentials', client_secret: client.secret ?? '' },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  it.each([
    ['another secret', { secret: 'wrong' }],
    ['the hash of the secret', { secret: '0'.repeat(64) }],
    ['an unknown client', { id: 'app_01h455vb4pex5vsknk084sn02q' }],
  ])('are refused with %s, which is noted once', async (_kind, change) => {
    const client = await server.client();
    for (let time = 0; time < 3; time += 1) {
      const answer = await post('/oauth/token', { ...client, ...change }, { grant_type: 'client_credentials' });
      expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
      expect(answer.headers.get('www-authenticate')).toContain('Basic realm=');
    }
    if (!('id' in change))
      await eventually(async () => expect(await audited(client.id)).toEqual(['oauth_client.authentication_failed']));
  });

  it('are not for clients without that grant type, nor for unknown grant types', async () => {
    const client = await server.client({ grantTypes: ['authorization_code'] });
    const foreign = await post('/oauth/token', client, { grant_type: 'client_credentials' });
    expect([foreign.status, await foreign.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'unauthorized_client' }),
    ]);
    expect(await (await post('/oauth/token', client, { grant_type: 'password' })).json()).toMatchObject({
      error: 'unsupported_grant_type',
    });
    const [open] = [await server.client({ confidential: false, grantTypes: ['authorization_code'] })];
    expect((await post('/oauth/token', open, { grant_type: 'client_credentials' })).status).toBe(400);
  });

  it('may come from a page only where the client is a page', async () => {
    const [page, confidential] = [await server.client({ confidential: false }), await server.client()];
    const refresh = { grant_type: 'refresh_token', refresh_token: 'x' };
    expect(
      (await post('/oauth/token', page, refresh, { origin: 'https://app.example.com' })).headers.get(
        'access-control-allow-origin',
      ),
    ).toBe('https://app.example.com');
    for (const [client, origin] of [
      [page, 'https://evil.example.com'],
      [confidential, 'https://app.example.com'],
    ] as const) {
      const answer = await post('/oauth/token', client, refresh, { origin });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, null]);
    }
    const preflight = await fetch(`${server.url}/oauth/token`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  });
});

describe('a refresh token', () => {
  it('is replaced by each use', async () => {
    const client = await server.client();
    const first = await tokensOf(client);
    const second = await oauth.refreshTokenGrant(client.config, first.refresh_token ?? '');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.scope).toBe('catches:read catches:write');
    const third = await oauth.refreshTokenGrant(client.config, second.refresh_token ?? '', { scope: 'catches:read' });
    expect(third.scope).toBe('catches:read');
    expect((await server.me(third.access_token)).status).toBe(200);
  });

  it('that is used again ends its whole family, access tokens too, on every copy', async () => {
    const client = await server.client();
    const first = await tokensOf(client);
    const second = await oauth.refreshTokenGrant(client.config, first.refresh_token ?? '');
    expect(await statuses(second.access_token)).toEqual([200, 200]);
    const grantId = String(decodeJwt(second.access_token)['grant_id']);
    await expect(oauth.refreshTokenGrant(client.config, first.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await stopsEverywhere(second.access_token);
    await stopsEverywhere(first.access_token);
    await expect(oauth.refreshTokenGrant(client.config, second.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await eventually(async () =>
      expect(await audited(grantId)).toEqual([
        'oauth_grant.given',
        'oauth_grant.revoked',
        'oauth_grant.refresh_token_reused',
      ]),
    );
  });

  it('is one of 500 unused and 100 used ones of its grant, which can be deleted therefore', async () => {
    const client = await server.client();
    const [idle, busy] = [await tokensOf(client), await tokensOf(client)];
    const grantId = String(decodeJwt(busy.access_token)['grant_id']);
    const { pool } = server.gateway;
    const store = (name: string, count: number, consumed: boolean, expires: string) =>
      pool.query(
        `INSERT INTO oauth_artifacts (kind, id_hash, sealed, grant_id, consumed_at, expires_at)
          SELECT 'RefreshToken', $1 || n, 'x', $2, CASE WHEN $3 THEN now() END,
            now() + $4::interval + n * interval '1 s'
          FROM generate_series(1, $5::int) n`,
        [`${grantId} ${name} `, grantId, consumed, expires, count],
      );
    await store('used', 250, true, '1 day');
    await store('unused', 510, false, '2 days');
    const kept = async (): Promise<object[]> =>
      (
        await pool.query<object>(
          `SELECT consumed_at IS NOT NULL AS used, count(*)::int FROM oauth_artifacts
            WHERE grant_id = $1 AND kind = 'RefreshToken' GROUP BY 1 ORDER BY 1`,
          [grantId],
        )
      ).rows;
    const next = await oauth.refreshTokenGrant(client.config, busy.refresh_token ?? '');
    // Those that are kept, the one that was used for it, and the one that was issued for it.
    expect(await kept()).toEqual([
      { used: false, count: 501 },
      { used: true, count: 101 },
    ]);
    const other = await oauth.refreshTokenGrant(client.config, idle.refresh_token ?? '');
    for (const { access_token: token } of [next, other]) expect((await server.me(token)).status).toBe(200);
  });

  it('is given to no client without that grant type', async () => {
    const client = await server.client({ grantTypes: ['authorization_code'] });
    expect((await tokensOf(client)).refresh_token).toBeUndefined();
  });

  it('is worth nothing to another client', async () => {
    const { refresh_token: token = '' } = await tokensOf(await server.client());
    await expect(oauth.refreshTokenGrant((await server.client()).config, token)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('revocation', () => {
  it('of an access token stops it, and no other, on every copy', async () => {
    const client = await server.client();
    const [one, another] = [
      await oauth.clientCredentialsGrant(client.config),
      await oauth.clientCredentialsGrant(client.config),
    ];
    expect(await statuses(one.access_token)).toEqual([200, 200]);
    await oauth.tokenRevocation(client.config, one.access_token);
    await stopsEverywhere(one.access_token);
    expect(await statuses(another.access_token)).toEqual([200, 200]);
    await oauth.tokenRevocation(client.config, one.access_token);
    expect(await audited(client.id)).toEqual(['oauth_token.revoked']);
  });

  it('of a refresh token stops what came of it', async () => {
    const client = await server.client();
    const tokens = await tokensOf(client);
    await oauth.tokenRevocation(client.config, tokens.refresh_token ?? '');
    await stopsEverywhere(tokens.access_token);
    const { rows } = await server.gateway.pool.query(
      `SELECT actor_id, address, request_id IS NOT NULL AS is_known FROM audit_entries
        WHERE action = 'oauth_grant.revoked' AND target_id = $1`,
      [String(decodeJwt(tokens.access_token)['grant_id'])],
    );
    expect(rows).toEqual([{ actor_id: client.id, address: '127.0.0.1', is_known: true }]);
    await expect(oauth.refreshTokenGrant(client.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('of what is another client’s, or no token, changes nothing and says nothing', async () => {
    const [owner, stranger] = [await server.client(), await server.client()];
    const tokens = await tokensOf(owner);
    for (const token of [tokens.access_token, tokens.refresh_token ?? '', 'nonsense', `${tokens.access_token}x`]) {
      expect((await post('/oauth/revoke', stranger, { token })).status).toBe(200);
    }
    expect((await oauth.refreshTokenGrant(owner.config, tokens.refresh_token ?? '')).access_token).toEqual(
      expect.any(String),
    );
    expect((await server.me(tokens.access_token)).status).toBe(200);
  });

  it('takes the client’s credentials, and a token', async () => {
    const client = await server.client();
    expect((await post('/oauth/revoke', { ...client, secret: 'wrong' }, { token: 'x' })).status).toBe(401);
    expect((await post('/oauth/revoke', client, {})).status).toBe(400);
  });

  it('of all, by the deletion of an account, ends its clients, its people’s grants and its tokens', async () => {
    const [client, elsewhere] = [await server.client(), await server.client()];
    const own = await oauth.clientCredentialsGrant(client.config);
    const given = await tokensOf(client);
    const person = await server.person();
    const abroad = await codeFlow({ browser: server.browser(person), client: elsewhere });
    const tokens = [own, given, abroad].map(({ access_token: token }) => token);
    for (const token of tokens) expect(await statuses(token)).toEqual([200, 200]);
    for (const id of [client.accountId, person.accountId])
      expect((await server.gateway.call(`/v1/accounts/${id}`, { method: 'DELETE' })).status).toBe(204);
    // The copy that deleted the account knows at once.
    for (const token of tokens) expect((await server.me(token)).status).toBe(401);
    for (const token of tokens) await stopsEverywhere(token);
    await expect(oauth.clientCredentialsGrant(client.config)).rejects.toMatchObject({ status: 401 });
    await expect(oauth.refreshTokenGrant(elsewhere.config, abroad.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await oauth.clientCredentialsGrant(elsewhere.config)).access_token).toEqual(expect.any(String));
  });
});

describe('introspection', () => {
  it('tells a client of its own tokens', async () => {
    const client = await server.client();
    const tokens = await tokensOf(client);
    const { account_id: accountId } = decodeJwt(tokens.access_token);
    expect(await oauth.tokenIntrospection(client.config, tokens.access_token)).toMatchObject({
      active: true,
      client_id: client.id,
      account_id: accountId,
      scope: 'catches:read catches:write',
      token_type: 'Bearer',
      iss: server.url,
      aud: server.url,
      exp: expect.any(Number),
    });
    expect(await oauth.tokenIntrospection(client.config, tokens.refresh_token ?? '')).toMatchObject({
      active: true,
      client_id: client.id,
    });
  });

  it('tells nothing of others’, revoked or invented ones', async () => {
    const client = await server.client();
    const tokens = await tokensOf(client);
    for (const token of [tokens.access_token, tokens.refresh_token ?? '', 'nonsense']) {
      expect(await oauth.tokenIntrospection((await server.client()).config, token)).toEqual({ active: false });
    }
    await oauth.tokenRevocation(client.config, tokens.refresh_token ?? '');
    await stopsEverywhere(tokens.access_token);
    for (const token of [tokens.access_token, tokens.refresh_token ?? ''])
      expect(await oauth.tokenIntrospection(client.config, token)).toEqual({ active: false });
  });
});

describe('a token that is none of ours', () => {
  const signed = async (change: Record<string, unknown> = {}, { typ = 'at+jwt', foreign = false } = {}) => {
    const { privateJwk, kid } = server.gateway.service.app.get(SigningKeys).signing();
    const jwk = foreign
      ? ((await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)) as JWK)
      : privateJwk;
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: server.url,
      aud: server.url,
      sub: 'usr_1',
      client_id: 'app_1',
      client_name: 'x',
      account_id: 'acc_1',
      account_name: 'y',
      jti: 'j',
      scope: 'admin',
      iat: now,
      exp: now + 60,
    };
    return new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ alg: 'ES256', typ, kid })
      .sign(await importJWK(jwk, 'ES256'));
  };

  it('is told from a good one by these alone', async () => {
    expect((await server.me(await signed())).status).toBe(200);
  });

  it.each([
    ['for another audience', () => signed({ aud: 'https://other.example.com' })],
    ['of another issuer', () => signed({ iss: 'https://other.example.com' })],
    ['expired', () => signed({ exp: Math.floor(Date.now() / 1_000) - 1 })],
    ['of another type', () => signed({}, { typ: 'JWT' })],
    ['signed by another key', () => signed({}, { foreign: true })],
    ['without an account', () => signed({ account_id: undefined })],
    [
      'not signed',
      () =>
        Promise.resolve(
          new UnsecuredJWT({ sub: 'usr_1', aud: server.url }).setIssuer(server.url).setExpirationTime('1m').encode(),
        ),
    ],
    [
      'changed',
      async () => (await signed()).replace(/\.[^.]+\./, `.${Buffer.from('{"scope":"admin"}').toString('base64url')}.`),
    ],
    ['no token at all', () => Promise.resolve('nonsense')],
    ['endless', () => Promise.resolve(`a.${'b'.repeat(8_000)}.c`)],
  ])('is refused: %s', async (_kind, make) => {
    const answer = await fetch(`${server.url}/v1/me`, { headers: { authorization: `Bearer ${await make()}` } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await answer.json()).toMatchObject({ code: 'auth.invalid' });
  });

  it('needs its scope for a call, as a key does', async () => {
    const { access_token: token } = await oauth.clientCredentialsGrant((await server.client()).config);
    const answer = await fetch(`${server.url}/v1/oauth-clients`, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ code: 'auth.scope' })]);
  });
});

describe('the keys', () => {
  const seen = async (url: string): Promise<JWK[]> =>
    ((await (await fetch(`${url}/oauth/jwks`)).json()) as { keys: JWK[] }).keys;
  const refreshed = async () => {
    for (const gateway of [server.gateway, other]) await gateway.service.app.get(SigningKeys).refresh();
  };

  it('can be seen by anybody, without what is private of them', async () => {
    const keys = await seen(server.url);
    expect(keys).toEqual(await seen(other.url));
    expect(keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        alg: 'ES256',
        use: 'sig',
        kid: expect.any(String),
        x: expect.any(String),
        y: expect.any(String),
      },
    ]);
  });

  it('are rotated: the next one is seen before it signs, and what the last one signed stays good', async () => {
    const client = await server.client();
    const before = await oauth.clientCredentialsGrant(client.config);
    const [{ kid: oldKid } = { kid: '' }] = await seen(server.url);
    await server.gateway.service.app.get(SigningKeyStore).rotate({ now: true });
    await refreshed();
    const [next] = (await seen(other.url)).filter(({ kid }) => kid !== oldKid);
    expect(await seen(server.url)).toHaveLength(2);
    expect(decodeProtectedHeader((await oauth.clientCredentialsGrant(client.config)).access_token).kid).toBe(oldKid);
    await server.gateway.pool.query(
      "UPDATE oauth_signing_keys SET signs_from = now() - interval '1 second' WHERE id = $1",
      [next?.kid],
    );
    await refreshed();
    const after = await oauth.clientCredentialsGrant(client.config);
    expect(decodeProtectedHeader(after.access_token).kid).toBe(next?.kid);
    for (const { access_token: token } of [before, after]) expect(await statuses(token)).toEqual([200, 200]);
    expect(await oauth.tokenIntrospection(client.config, before.access_token)).toMatchObject({ active: true });
  });

  it('are forgotten a day after their last signature, and made anew after 90 days, once for all copies', async () => {
    const store = server.gateway.service.app.get(SigningKeyStore);
    await server.gateway.pool.query("UPDATE oauth_signing_keys SET signs_from = signs_from - interval '91 days'");
    await Promise.all([store.rotate(), other.service.app.get(SigningKeyStore).rotate(), store.rotate()]);
    await refreshed();
    expect(await seen(server.url)).toHaveLength(2);
    expect(await seen(server.url)).toEqual(await seen(other.url));
  });
});
