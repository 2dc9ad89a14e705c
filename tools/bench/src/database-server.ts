import type { Credentials } from '@cds/local/running-stack';
import { databaseOf } from './boards/database.js';

/** What PostgreSQL's speed depends on, beside the machine. */
export interface DatabaseServer {
  /** With the platform and compiler that it was made for and by. */
  readonly version: string;
  readonly sharedBuffers: string;
  /** Whether its buffers are in huge pages: `on`, `off` or `unknown`. */
  readonly hugePages: string;
}

export const databaseServerOf = async (credentials: Credentials): Promise<DatabaseServer | undefined> => {
  const pool = databaseOf(credentials, 'leaderboard');
  try {
    return (await pool.query<DatabaseServer>(SERVER)).rows[0];
  } finally {
    await pool.end();
  }
};

const SERVER = `
  SELECT version(), current_setting('shared_buffers') AS "sharedBuffers",
    current_setting('huge_pages_status') AS "hugePages"`;
