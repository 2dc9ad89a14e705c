import { inRepository } from './repository.js';
import { runNode } from './run-node.js';

/** What opens the accounts that every installation begins with: an API key of each, and the admin's sign-in. */
export interface Keys {
  admin: string;
  reviewer: string;
  portalEmail: string;
  portalPassword: string;
}

interface BootstrapAnswer {
  admin?: { key?: string | null; person?: { email: string; password: string | null } };
  reviewer?: { key?: string | null };
}

const parse = (output: string): Partial<Keys> => {
  const line = output
    .trim()
    .split('\n')
    .findLast((one) => one.startsWith('{'));
  if (!line) throw new Error(`The accounts could not be made; the gateway's bootstrap said: ${output.trim()}`);
  const { admin, reviewer } = JSON.parse(line) as BootstrapAnswer;
  return {
    ...(admin?.key && { admin: admin.key }),
    ...(reviewer?.key && { reviewer: reviewer.key }),
    ...(admin?.person && { portalEmail: admin.person.email }),
    ...(admin?.person?.password && { portalPassword: admin.person.password }),
  };
};

const complete = ({ admin, reviewer, portalEmail, portalPassword }: Partial<Keys>): Keys | undefined =>
  admin && reviewer && portalEmail && portalPassword ? { admin, reviewer, portalEmail, portalPassword } : undefined;

/**
 * Sees to it that the accounts `admin` and `reviewer` exist and that we hold a key of each and the admin's password:
 * `kept`
 * when they were made before, else new ones. Both are shown once, so one that was lost is replaced.
 */
export const ensureAccounts = async (databaseUrl: string, kept: Partial<Keys> | undefined): Promise<Keys> => {
  const bootstrap = async (...args: string[]) =>
    parse(await runNode(inRepository('apps', 'gateway', 'dist', 'bootstrap.js'), args, { DATABASE_URL: databaseUrl }));
  const keys = complete({ ...kept, ...(await bootstrap()) }) ?? complete(await bootstrap('--new-keys'));
  if (!keys) throw new Error('The gateway made no new keys for the accounts.');
  return keys;
};
