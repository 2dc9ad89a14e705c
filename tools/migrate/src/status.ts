import type pg from 'pg';
import { connected } from './connected.js';
import { type Migration, readMigrations } from './migration-files.js';
import { readLog } from './migration-log.js';

export interface MigrationStatus {
  /** In the folder, not in the database. */
  pending: string[];
  /** Applied, and changed in the folder since. */
  edited: string[];
  /** In the database, not in the folder: of a later version, say. */
  unknown: string[];
}

const names = (migrations: readonly { name: string }[]): string[] => migrations.map((migration) => migration.name);

/** What of `migrations` the connected database has. */
export const compare = async (client: pg.Client, migrations: readonly Migration[]): Promise<MigrationStatus> => {
  const log = new Map((await readLog(client)).map((applied) => [applied.name, applied.checksum]));
  const known = new Set(names(migrations));
  return {
    pending: names(migrations.filter(({ name }) => !log.has(name))),
    edited: names(migrations.filter(({ name, checksum }) => log.has(name) && log.get(name) !== checksum)),
    unknown: [...log.keys()].filter((name) => !known.has(name)),
  };
};

/** What of the folder's migrations a database has. Changes nothing. */
export const status = (at: { schemaPath: string; url: string }): Promise<MigrationStatus> =>
  connected(at.url, (client) => compare(client, readMigrations(at.schemaPath)));
