import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export interface Account {
  uid: number;
  gid: number;
}

const CANDIDATES = ['postgres', 'nobody'];

const accountOf = (name: string): Account | undefined => {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
};

/**
 * The account to run PostgreSQL as: this one, but PostgreSQL refuses to run as root, so root lends it another.
 * `undefined` means: as who runs this.
 */
export const postgresAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of CANDIDATES) {
    const account = accountOf(name);
    if (account) return account;
  }
  throw new Error(
    `PostgreSQL does not run as root, and there is no account ${CANDIDATES.join(' or ')} to run it as. Run this as ` +
      'another user.',
  );
};

const mayEnter = (folder: string, account: Account): boolean => {
  const { mode, uid, gid } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
};

/** Whether an account may enter every folder above `path`. A clone under /root, say, is closed to others. */
export const isReachable = (path: string, account: Account): boolean => {
  const parent = dirname(resolve(path));
  return mayEnter(parent, account) && (parent === dirname(parent) || isReachable(parent, account));
};
