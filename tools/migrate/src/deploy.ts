import pg from 'pg';
import { connected, reasonOf } from './connected.js';
import { type Migration, readMigrations } from './migration-files.js';
import { ensureLog, record } from './migration-log.js';
import { compare } from './status.js';

/** Any number that nothing else in these databases locks. */
const DEPLOY_LOCK = 7_316_411;

const lineOf = (sql: string, error: unknown): string => {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  return Number.isNaN(position) ? '' : ` at line ${sql.slice(0, position).split('\n').length}`;
};

const apply = async (client: pg.Client, migration: Migration): Promise<void> => {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await record(client, migration);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(
      `The migration ${migration.name} failed${lineOf(migration.sql, error)} and changed nothing: ${reasonOf(error)}`,
      { cause: error },
    );
  }
};

/**
 * Applies the migrations a database lacks, in order, and returns their names. Each is one transaction together with its
 * record: whatever ends it halfway, it can be run again. Run twice at once, the second waits and finds nothing to do.
 * Refuses a database to which a migration was applied that has been changed since.
 */
export const deploy = (at: { schemaPath: string; url: string }): Promise<string[]> =>
  connected(at.url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [DEPLOY_LOCK]);
    const migrations = readMigrations(at.schemaPath);
    const { pending, edited } = await compare(client, migrations);
    if (edited.length > 0)
      throw new Error(
        `Changed after it was applied: ${edited.join(', ')}. An applied migration stays as it is; write a new one, or begin with an empty database.`,
      );
    if (pending.length > 0) await ensureLog(client);
    for (const migration of migrations.filter(({ name }) => pending.includes(name))) await apply(client, migration);
    return pending;
  });
