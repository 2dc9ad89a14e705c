import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drift } from './drift.js';
import { LOCK_FILE, migrationsFolder } from './migration-files.js';

const timestamp = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14);

/**
 * Writes the migration that brings the migrations to the schema, and returns its folder; null when they already agree.
 * Applies nothing. Read what it wrote before committing it: a rename comes out as drop and add.
 */
export const create = async (name: string, at: { schemaPath: string; url: string }): Promise<string | null> => {
  if (!/^[a-z0-9_]+$/.test(name))
    throw new Error(`A migration's name has lower-case letters, digits and _ only, not "${name}".`);
  const sql = await drift(at);
  if (sql === '') return null;
  const migrations = migrationsFolder(at.schemaPath);
  const folder = join(migrations, `${timestamp(new Date())}_${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), sql.endsWith('\n') ? sql : `${sql}\n`);
  const lock = join(migrations, LOCK_FILE);
  if (!existsSync(lock)) writeFileSync(lock, 'provider = "postgresql"\n');
  return folder;
};
