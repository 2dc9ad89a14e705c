import { inRepository } from './repository.js';
import { runNode } from './run-node.js';

export interface Keys {
  admin: string;
  reviewer: string;
}

interface BootstrapAnswer {
  admin?: { key?: string | null };
  reviewer?: { key?: string | null };
}

const parse = (output: string): BootstrapAnswer => {
  const line = output.trim().split('\n').findLast((one) => one.startsWith('{'));
  if (!line) throw new Error(`The accounts could not be made; the gateway's bootstrap said: ${output.trim()}`);
  return JSON.parse(line) as BootstrapAnswer;
};

/**
 * Sees to it that the accounts `admin` and `reviewer` exist and that we hold a key of each: `kept` when they were made
 * before, else new ones. A key is shown once, so one that was lost is replaced.
 */
export const ensureAccounts = async (databaseUrl: string, kept: Keys | undefined): Promise<Keys> => {
  const bootstrap = async (...args: string[]) => parse(await runNode(inRepository('apps', 'gateway', 'dist', 'bootstrap.js'), args, { DATABASE_URL: databaseUrl }));
  const made = await bootstrap();
  const keys = { admin: made.admin?.key ?? kept?.admin, reviewer: made.reviewer?.key ?? kept?.reviewer };
  if (keys.admin && keys.reviewer) return { admin: keys.admin, reviewer: keys.reviewer };
  const renewed = await bootstrap('--new-keys');
  const [admin, reviewer] = [renewed.admin?.key, renewed.reviewer?.key];
  if (!admin || !reviewer) throw new Error('The gateway made no new keys for the accounts.');
  return { admin, reviewer };
};
