import { expect } from '@jest/globals';
import { newId } from '@cds/service-kit';
import { SCOPES } from '@cds/contracts';
import { eventually, noteSecrets } from '@cds/testing';
import { generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { PrismaService } from '../src/database/prisma.service.js';
import { makeApiKey } from '../src/identity/api-keys/api-key.js';
import { revokeTokens } from '../src/identity/issued-tokens/revoke.js';
import { SigningKeys } from '../src/identity/oauth/signing-keys/signing-keys.js';
import type { Route } from '../src/edge/routing/route.js';
import type { GatewayHarness } from './gateway.harness.js';
import { send } from './http.harness.js';

/** A path that a route has. */
export const pathOf = (route: Route): string => route.path.replaceAll(/\{\w+\}/g, 'id_1');

export const WRONG_CREDENTIALS = [
  'a malformed key',
  'a key whose checksum disagrees',
  'a key of another product',
  'nothing after Bearer',
  'an unknown key',
  'a revoked key',
  'an expired key',
  'a token of nonsense',
  'an expired token',
  'a token for another audience',
  'a token of another issuer',
  'a token of another type',
  'a token signed by another key',
  'a token under an unknown key',
  'a token with alg none',
  'a token signed with the public key as a secret',
  'a token that was changed',
  'a revoked token',
] as const;
export type WrongCredential = (typeof WRONG_CREDENTIALS)[number];

const ISSUER = 'https://api.example.com';

const claimsOf = (claims: object): Record<string, unknown> => {
  const now = Math.floor(Date.now() / 1_000);
  return {
    iss: ISSUER,
    aud: ISSUER,
    sub: newId('person'),
    jti: newId('auditEntry'),
    client_id: newId('oauthClient'),
    client_name: 'Test app',
    account_id: newId('account'),
    account_name: 'Test account',
    scope: SCOPES.join(' '),
    iat: now,
    exp: now + 900,
    ...claims,
  };
};

/** An access token as the gateway issues them: a good one, but for what receives. */
export const accessToken = async (
  { service }: GatewayHarness,
  claims: object = {},
  typ = 'at+jwt',
): Promise<string> => {
  const { privateJwk, kid } = service.app.get(SigningKeys, { strict: false }).signing();
  const token = await new SignJWT(claimsOf(claims))
    .setProtectedHeader({ alg: 'ES256', typ, kid })
    .sign(await importJWK(privateJwk, 'ES256'));
  noteSecrets(token);
  return token;
};

/** What stands after `Bearer` and must open nothing. */
export const wrongCredentials = async (gateway: GatewayHarness): Promise<Record<WrongCredential, string>> => {
  const unknown = makeApiKey();
  const { kid, privateJwk } = gateway.service.app.get(SigningKeys, { strict: false }).signing();
  const { privateKey } = await generateKeyPair('ES256');
  const signed = (header: { alg: string; kid: string }, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(claimsOf({})).setProtectedHeader({ typ: 'at+jwt', ...header }).sign(key);
  const good = await accessToken(gateway);
  const [header, payload = '', signature] = good.split('.');
  const changed = {
    ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object),
    account_id: newId('account'),
  };
  const { d: _private, ...publicJwk } = privateJwk;
  return {
    'a malformed key': 'cds_live_short',
    'a key whose checksum disagrees': `${unknown.slice(0, -1)}${unknown.endsWith('0') ? '1' : '0'}`,
    'a key of another product': unknown.replace('cds_live', 'cds_test'),
    'nothing after Bearer': '',
    'an unknown key': unknown,
    'a revoked key': (await gateway.storeKey({ revokedAt: new Date(Date.now() - 1_000) })).key,
    'an expired key': (await gateway.storeKey({ expiresAt: new Date(Date.now() - 1) })).key,
    'a token of nonsense': 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA',
    'an expired token': await accessToken(gateway, { exp: Math.floor(Date.now() / 1_000) - 1 }),
    'a token for another audience': await accessToken(gateway, { aud: 'https://elsewhere.example.com' }),
    'a token of another issuer': await accessToken(gateway, { iss: 'https://elsewhere.example.com' }),
    'a token of another type': await accessToken(gateway, {}, 'JWT'),
    'a token signed by another key': await signed({ alg: 'ES256', kid }, privateKey),
    'a token under an unknown key': await signed({ alg: 'ES256', kid: 'unknown' }, privateKey),
    'a token with alg none': new UnsecuredJWT(claimsOf({})).encode(),
    'a token signed with the public key as a secret': await signed(
      { alg: 'HS256', kid },
      Buffer.from(JSON.stringify(publicJwk)),
    ),
    'a token that was changed': [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join(
      '.',
    ),
    'a revoked token': await revokedToken(gateway),
  };
};

const revokedToken = async (gateway: GatewayHarness): Promise<string> => {
  const client = newId('oauthClient');
  const token = await accessToken(gateway, { client_id: client });
  await revokeTokens(gateway.service.app.get(PrismaService), 'client', [client]);
  const isRefused = async () =>
    expect((await send(gateway.url, '/v1/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  await eventually(isRefused);
  return token;
};
