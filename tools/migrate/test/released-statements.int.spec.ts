import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { connected, reasonOf } from '../src/connected.js';
import { appsWithMigrations, deploy, ensureDatabase, type MigratedApp, withDatabase } from '../src/index.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const { postgresUrl } = JSON.parse(process.env['CDS_TEST_SERVERS'] ?? '{}') as { postgresUrl: string };

interface ReleasedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const databases: string[] = [];
afterAll(() =>
  connected(postgresUrl, async (client) => {
    for (const name of databases) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }),
);

/** The app's schema after all of its migrations. */
const migratedDatabase = async ({ schemaPath }: MigratedApp): Promise<string> => {
  const name = `released_${randomUUID().replaceAll('-', '')}`;
  databases.push(name);
  const url = withDatabase(postgresUrl, name);
  await ensureDatabase(url);
  await deploy({ schemaPath, url });
  return url;
};

const released = ({ schemaPath }: MigratedApp): ReleasedStatement[] =>
  JSON.parse(readFileSync(join(dirname(schemaPath), 'released-statements.json'), 'utf8')) as ReleasedStatement[];

/** Rows are sent by COPY apart from the statement: its columns are checked by reading them out. */
const replayable = (text: string): string => text.replace(/\bFROM STDIN\b/, "TO PROGRAM 'cat > /dev/null'");

/**
 * Runs the statements in their order, each on what those before it left. A row that refers to one with an id of the
 * database's own, which is another one each time, is not there: that alone is no failure.
 */
const failuresOf = async (client: pg.Client, statements: readonly ReleasedStatement[]): Promise<string[]> => {
  const failures: string[] = [];
  for (const { text, values } of statements) {
    await client.query('BEGIN');
    try {
      await client.query(replayable(text), [...values]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION)
        failures.push(`${reasonOf(error)}: ${text.slice(0, 200)}`);
    }
  }
  return failures;
};

const FOREIGN_KEY_VIOLATION = '23503';

const APPS = appsWithMigrations(ROOT).map((app) => [app.name, app] as const);

describe.each(APPS)('the migrations of %s', (_, app) => {
  it('leave the reads and writes of the last release as they were', async () => {
    const statements = released(app);
    expect(statements.length).toBeGreaterThan(10);
    const url = await migratedDatabase(app);
    expect(await connected(url, (client) => failuresOf(client, statements))).toEqual([]);
  });
});

describe('the check of released statements', () => {
  it('finds a statement that a migration broke', async () => {
    const app = appsWithMigrations(ROOT).find(({ name }) => name === 'species');
    if (!app) throw new Error('there is no species service');
    const url = await migratedDatabase(app);
    await connected(url, async (client) => {
      await client.query('ALTER TABLE species RENAME COLUMN common_name TO name');
      expect(await failuresOf(client, released(app))).toContainEqual(expect.stringContaining('common_name'));
    });
  });
});
