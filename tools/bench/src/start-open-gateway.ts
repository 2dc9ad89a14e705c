import type { RunningStack } from '@cds/local/running-stack';
import { startGatewayCopy } from './start-gateway-copy.js';
import type { Server } from './start-server.js';

interface Me {
  account: { id: string; name: string };
  credential: { type: string; id: string; name: string };
  scopes: string[];
}

/** A copy of the stack's gateway that asks nobody who they are, and limits nobody. */
export const startOpenGateway = async (stack: RunningStack): Promise<Server> => {
  const { base_url: baseUrl, api_key: key } = stack.credentials;
  const { account, credential, scopes } = (await (
    await fetch(`${baseUrl}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
  ).json()) as Me;
  const principal = {
    accountId: account.id,
    accountName: account.name,
    credentialId: credential.id,
    scopes,
    credential: { type: credential.type, name: credential.name, rateLimit: null },
  };
  return startGatewayCopy(stack, 'open-gateway.mjs', { BENCH_PRINCIPAL: JSON.stringify(principal) });
};
