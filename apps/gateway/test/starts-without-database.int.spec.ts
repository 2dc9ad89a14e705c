import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, testDatabase } from '@cds/testing';
import * as oauth from 'openid-client';
import { send } from './http.harness.js';
import { type OAuthHarness, startOAuth } from './oauth.harness.js';
import { startGateway, type GatewayHarness } from './gateway.harness.js';
import { type Tunnel, tunnelTo } from './tunnel.harness.js';

let tunnel: Tunnel;
let first: OAuthHarness;
let late: GatewayHarness;
const tokens: Record<string, string> = {};

/** Another copy of the gateway that gave the tokens, started while its database is away. */
beforeAll(async () => {
  const database = await testDatabase('gateway');
  tunnel = await tunnelTo(database);
  first = await startOAuth({ ...database, drop: () => Promise.resolve() });
  const client = await first.client();
  for (const name of ['good', 'revoked'])
    tokens[name] = (await oauth.clientCredentialsGrant(client.config)).access_token;
  await oauth.tokenRevocation(client.config, tokens['revoked'] ?? '');
  tunnel.cut();
  late = await startGateway({
    database: tunnel.database,
    key: first.gateway.key,
    environment: { PUBLIC_URL: first.url },
  });
});
afterAll(async () => {
  tunnel.mend();
  await first.stop();
  await late.stop();
});

const me = async (name: string): Promise<number> =>
  (await send(late.url, '/v1/me', { headers: { authorization: `Bearer ${tokens[name] ?? ''}` } })).status;

const checks = async (): Promise<Record<string, { status: string; error?: string }>> => {
  const response = await fetch(`${late.service.internalUrl}/health/ready`);
  return ((await response.json()) as { checks: Record<string, { status: string; error?: string }> }).checks;
};

describe('a gateway that starts while its database is away', () => {
  it('is not ready, and says why', async () => {
    expect(await checks()).toMatchObject({
      oauth_revocations: { status: 'failed', error: 'the revocations of access tokens were not read yet' },
      oauth_signing_keys: { status: 'failed', error: 'the keys that sign access tokens were not read yet' },
    });
  });

  it.each(['good', 'revoked'])('cannot say of a token whether it is %s', async (name) => {
    expect(await me(name)).toBe(503);
  });

  it.each([
    ['POST', '/oauth/token'],
    ['GET', '/oauth/jwks'],
    ['GET', '/oauth/authorize'],
  ])('answers %s %s with 503', async (method, path) => {
    expect((await send(late.url, path, { method })).status).toBe(503);
  });

  it('goes on by itself once the database is there', async () => {
    tunnel.mend();
    await eventually(async () => expect(await me('good')).toBe(200));
    expect(await me('revoked')).toBe(401);
    await eventually(async () =>
      expect(await checks()).toMatchObject({
        oauth_revocations: { status: 'ok' },
        oauth_signing_keys: { status: 'ok' },
      }),
    );
  });
});
