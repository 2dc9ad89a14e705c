import pg from 'pg';
import { databaseOf, withDatabase } from './database-url.js';
import { connected } from './connected.js';

const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';

const isAlreadyThere = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === DUPLICATE_DATABASE || error.code === UNIQUE_VIOLATION);

/**
 * Creates the database a URL names when the server lacks it; `true` when it did. Text in it sorts by bytes on every
 * machine (builtin C.UTF-8), so an index never breaks by an update of the system's locale data.
 */
export const ensureDatabase = async (url: string): Promise<boolean> => {
  const name = databaseOf(url);
  return connected(withDatabase(url, 'postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return false;
    try {
      await client.query(
        `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE template0 ENCODING UTF8 LOCALE_PROVIDER builtin ` +
          `BUILTIN_LOCALE 'C.UTF-8'`,
      );
      return true;
    } catch (error) {
      // Another process asked at the same moment.
      if (isAlreadyThere(error)) return false;
      throw error;
    }
  });
};
