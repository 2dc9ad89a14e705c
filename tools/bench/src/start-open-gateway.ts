import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningStack } from '@cds/local/running-stack';
import { type Server, startServer } from './start-server.js';

interface Me {
  account: { id: string; name: string };
  credential: { type: string; id: string; name: string };
  scopes: string[];
}

/**
 * A copy of the stack's gateway that asks nobody who they are, and limits nobody. Linux alone tells how the other one
 * was started.
 */
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
  const pid = stack.pidOf('gateway');
  const environment = {
    ...environmentOf(pid),
    PORT: '0',
    INTERNAL_PORT: '0',
    BENCH_PRINCIPAL: JSON.stringify(principal),
  };
  return startServer(join(import.meta.dirname, '..', 'open-gateway.mjs'), environment, flagsOf(pid));
};

const environmentOf = (pid: number | undefined): NodeJS.ProcessEnv => {
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
};

/** Options of Node: what stands before its script. */
const flagsOf = (pid: number | undefined): string[] => {
  const [, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return args.slice(
    0,
    args.findIndex((one) => !one.startsWith('-')),
  );
};
