import { withDatabase } from '@cds/migrate';
import pg from 'pg';
import { sharedServers } from './shared-servers.js';
import { uniqueName } from './unique-name.js';

export interface TestDatabase {
  url: string;
  /** Ends what is still connected. */
  drop(): Promise<void>;
}

/** Apps that have a database, and `empty` for one without tables. */
export type TestDatabaseOf = 'catch' | 'species' | 'leaderboard' | 'webhook' | 'gateway' | 'empty';

const onServer = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: sharedServers().postgresUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

const templateOf = (app: TestDatabaseOf): string => {
  const template = sharedServers().templates[app];
  if (!template) throw new Error(`The app ${app} has no prisma/migrations to make a database from.`);
  if ('problem' in template) throw new Error(`The migrations of ${app} fail: ${template.problem}`);
  return template.database;
};

/** A database of its own for one test file, with the app's tables and no rows. Drop it when the file is done. */
export const testDatabase = async (app: TestDatabaseOf): Promise<TestDatabase> => {
  const name = uniqueName(app).replaceAll('-', '_');
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${templateOf(app)} STRATEGY file_copy`);
  return {
    url: withDatabase(sharedServers().postgresUrl, name),
    drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
};
