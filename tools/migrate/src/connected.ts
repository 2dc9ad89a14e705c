import pg from 'pg';
import { shownUrl } from './database-url.js';

/** What an error says. A failure to connect to every address of a name says it per address; the first will do. */
export const reasonOf = (error: unknown): string => {
  const { message, errors } = (typeof error === 'object' && error !== null ? error : {}) as {
    message?: string;
    errors?: unknown[];
  };
  return errors?.[0] === undefined ? message || String(error) : reasonOf(errors[0]);
};

/** Runs `work` on one connection and closes it. An unreachable server is an error that names the server. */
export const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'cds-migrate',
  });
  // A connection that breaks between queries is reported by the next query.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new Error(`PostgreSQL at ${shownUrl(url)} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
