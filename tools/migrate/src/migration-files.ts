import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export const LOCK_FILE = 'migration_lock.toml';
export const MIGRATION_FILE = 'migration.sql';

/** The first line of a migration that builds or drops an index CONCURRENTLY, which a transaction cannot. */
export const NO_TRANSACTION = '-- no transaction';

export const isConcurrent = ({ sql }: Pick<Migration, 'sql'>): boolean =>
  sql.split('\n', 1)[0]?.trim() === NO_TRANSACTION;

export const migrationsFolder = (schemaPath: string): string => join(dirname(schemaPath), 'migrations');

const read = (folder: string, name: string): Migration => {
  const sql = readFileSync(join(folder, name, MIGRATION_FILE), 'utf8');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
};

/** The migrations beside a schema, in the order of their names, which begin with their time. */
export const readMigrations = (schemaPath: string): Migration[] => {
  const folder = migrationsFolder(schemaPath);
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map((entry) => entry.name)
    .sort()
    .map((name) => read(folder, name));
};
