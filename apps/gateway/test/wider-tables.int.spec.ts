import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordingRelease, widenTables } from '@cds/testing';
import * as oauth from 'openid-client';
import { addedAccount, asking, bodyOf, madeKey } from './identity.builders.js';
import { codeFlow, type OAuthHarness, startOAuth } from './oauth.harness.js';

let server: OAuthHarness;
beforeAll(async () => void (server = await startOAuth()));
afterAll(() => server.stop());

const CLIENT = { name: 'Board', redirect_uris: [], grant_types: ['client_credentials'], scopes: ['catches:read'] };

const statuses: number[] = [];
const call = async (method: string, path: string, body?: unknown) => {
  const answer = await asking(server.gateway, server.gateway.key)(method, path, body);
  statuses.push(answer.status);
  return answer;
};

/** Keys, accounts and clients by the API, and the tokens of a person and of a client. */
const exercise = async (): Promise<void> => {
  const account = await addedAccount(server.gateway);
  await call('PATCH', `/v1/accounts/${account.id}`, { name: 'Renamed' });
  const key = await madeKey(server.gateway);
  await call('PATCH', `/v1/api-keys/${key.id}`, { name: 'renamed' });
  await call('POST', `/v1/api-keys/${key.id}/roll`, {});
  const { id } = bodyOf<{ id: string }>(await call('POST', '/v1/oauth-clients', { ...CLIENT, confidential: true }));
  const lists = ['accounts', 'api-keys', 'oauth-clients', 'oauth-grants', 'audit-log', 'rate_limit', 'me'];
  for (const path of [...lists, `accounts/${account.id}`, `api-keys/${key.id}`, `oauth-clients/${id}`])
    await call('GET', `/v1/${path}`);
  await call('DELETE', `/v1/oauth-clients/${id}`);
  await call('DELETE', `/v1/api-keys/${key.id}`);
  await call('DELETE', `/v1/accounts/${account.id}`);
  const [client, person] = [await server.client(), await server.person()];
  const tokens = await codeFlow({ browser: server.browser(person), client });
  const refreshed = await oauth.refreshTokenGrant(client.config, tokens.refresh_token ?? '');
  statuses.push((await server.me(refreshed.access_token)).status);
  await oauth.tokenRevocation(client.config, refreshed.refresh_token ?? '');
};

describe('a running gateway whose tables a later release widens', () => {
  it('goes on with keys, accounts, clients and tokens', async () => {
    await recordingRelease('gateway', exercise);
    for (let run = 0; run < 2; run++) await exercise();
    expect((await widenTables(server.gateway.pool)).length).toBeGreaterThan(15);
    for (let run = 0; run < 2; run++) await exercise();
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
  });
});
