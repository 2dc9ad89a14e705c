import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, testDatabase } from '@cds/testing';
import * as oauth from 'openid-client';
import { type OAuthHarness, startOAuth, type TestClient } from './oauth.harness.js';
import { type Tunnel, tunnelTo } from './tunnel.harness.js';

let tunnel: Tunnel;
let server: OAuthHarness;
let client: TestClient;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  tunnel = await tunnelTo(await testDatabase('gateway'));
  server = await startOAuth(tunnel.database);
  client = await server.client();
  for (const name of ['seen', 'unseen', 'revoked'])
    tokens[name] = (await oauth.clientCredentialsGrant(client.config)).access_token;
  expect((await server.me(tokens['seen'] ?? '')).status).toBe(200);
  await oauth.tokenRevocation(client.config, tokens['revoked'] ?? '');
  await eventually(async () => expect((await server.me(tokens['revoked'] ?? '')).status).toBe(401));
  tunnel.cut();
});
afterAll(async () => {
  tunnel.mend();
  await server.stop();
});

const ask = () =>
  fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: client.secret ?? '',
    }),
  });

describe('while the database is away', () => {
  it.each(['seen', 'unseen'])('a token is good that was %s before', async (name) => {
    expect((await server.me(tokens[name] ?? '')).status).toBe(200);
  });

  it('a token stays revoked', async () => {
    expect((await server.me(tokens['revoked'] ?? '')).status).toBe(401);
  });

  it('what is no token of ours is told so', async () => {
    expect((await server.me('nonsense')).status).toBe(401);
  });

  it('no token is given, and the client is told to try again', async () => {
    const answer = await ask();
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ error: 'temporarily_unavailable' }),
    ]);
  });

  it('a person is shown a page', async () => {
    const query = new URLSearchParams({ client_id: client.id, response_type: 'code' });
    const page = await server.browser().open(`/oauth/authorize?${query.toString()}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(page.text).toContain('temporarily_unavailable');
  });

  it('and back again, tokens are given', async () => {
    tunnel.mend();
    await eventually(async () => expect((await ask()).status).toBe(200));
  });
});
