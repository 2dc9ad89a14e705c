import type pg from 'pg';
import { reasonOf } from './connected.js';
import { type Migration, NO_TRANSACTION } from './migration-files.js';
import { record } from './migration-log.js';

const STATEMENT =
  /^(?:CREATE\s+(?:UNIQUE\s+)?|DROP\s+)INDEX\s+CONCURRENTLY\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?"?(\w+)"?[^;]*;?$/i;

interface Built {
  readonly isValid: boolean;
}

/**
 * Builds or drops one index outside of a transaction, while reads and writes go on, and records it. A build that was
 * cut off leaves an invalid index, which is dropped first; one that was finished and not recorded is recorded.
 */
export const applyConcurrently = async (client: pg.Client, migration: Migration): Promise<void> => {
  const statement = onlyStatement(migration);
  const [, index = ''] = STATEMENT.exec(statement) ?? [];
  try {
    // Waiting for old transactions to end keeps nobody waiting behind it.
    await client.query('SET lock_timeout = 0');
    const found = await indexNamed(client, index);
    const isBuild = /^CREATE/i.test(statement);
    if (isBuild && found?.isValid === false) await client.query(`DROP INDEX CONCURRENTLY "${index}"`);
    if (isBuild ? found?.isValid !== true : found) await client.query(statement);
    await record(client, migration);
  } catch (error) {
    throw new Error(
      `The migration ${migration.name} failed: ${reasonOf(error)}. ` +
        'The next deploy drops what it left of the index and begins anew.',
      { cause: error },
    );
  }
};

const onlyStatement = ({ name, sql }: Migration): string => {
  const statement = sql.replace(/^\s*--.*$/gm, '').trim();
  if (STATEMENT.test(statement)) return statement;
  throw new Error(
    `The migration ${name} is marked "${NO_TRANSACTION}", ` +
      'so it must be one CREATE or DROP INDEX CONCURRENTLY statement.',
  );
};

const indexNamed = async (client: pg.Client, name: string): Promise<Built | undefined> => {
  const { rows } = await client.query<Built>(
    `SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1))`,
    [name],
  );
  return rows[0];
};
