import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DiffTarget, MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { connected } from './connected.js';
import { withDatabase } from './database-url.js';
import { LOCK_FILE, MIGRATION_FILE, migrationsFolder, readMigrations } from './migration-files.js';
import { withEngine } from './schema-engine.js';

const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** The migrations as the engine takes them. */
export const migrationList = (schemaPath: string): MigrationList => {
  const baseDir = migrationsFolder(schemaPath);
  const lock = join(baseDir, LOCK_FILE);
  return {
    baseDir,
    shadowDbInitScript: '',
    lockfile: { path: LOCK_FILE, content: existsSync(lock) ? readFileSync(lock, 'utf8') : null },
    migrationDirectories: readMigrations(schemaPath).map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: MIGRATION_FILE, content: { tag: 'ok', value: sql } },
    })),
  };
};

const migrated = (list: MigrationList): DiffTarget =>
  list.migrationDirectories.length === 0 ? { tag: 'empty' } : { tag: 'migrations', ...list };

/**
 * The SQL that would bring what the migrations make to what the schema says; empty when they agree. Replays the
 * migrations in a database of its own on the server and drops it; whatever database the URL names stays as it is.
 */
export const drift = ({ schemaPath, url }: { schemaPath: string; url: string }): Promise<string> => {
  const serverUrl = withDatabase(url, 'postgres');
  const files = [{ path: schemaPath, content: readFileSync(schemaPath, 'utf8') }];
  return connected(serverUrl, () =>
    withEngine({ schemaPath, url: serverUrl }, async (engine) => {
      const to: DiffTarget = { tag: 'schemaDatamodel', files };
      const { exitCode, stdout } = await engine.diff({
        from: migrated(migrationList(schemaPath)),
        to,
        script: true,
        exitCode: true,
        filters: NO_FILTERS,
      });
      return exitCode === 0 ? '' : (stdout ?? '');
    }),
  );
};
