import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { connected } from './connected.js';
import { migrationList } from './drift.js';
import { withEngine } from './schema-engine.js';
import { create, deploy, drift, ensureDatabase, status, withDatabase } from './index.js';

const { postgresUrl } = JSON.parse(process.env['CDS_TEST_SERVERS'] ?? '{}') as { postgresUrl: string };

const folders: string[] = [];
const databases: string[] = [];

afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true });
  await connected(postgresUrl, async (client) => {
    for (const name of databases) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
});

const HEAD = 'datasource db {\n  provider = "postgresql"\n}\n';
const ONE_TABLE = `${HEAD}model Boat {\n  id String @id\n  @@map("boats")\n}\n`;
const BOATS = 'CREATE TABLE "boats" ("id" TEXT PRIMARY KEY);';
const TWO_COLUMNS = ONE_TABLE.replace('@id', '@id\n  name String?');

const schemaFile = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cds-migrate-test-'));
  folders.push(folder);
  writeFileSync(join(folder, 'schema.prisma'), text);
  return join(folder, 'schema.prisma');
};

const newDatabase = (): string => {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  databases.push(name);
  return withDatabase(postgresUrl, name);
};

const addMigration = (schemaPath: string, name: string, sql: string): void => {
  const folder = join(schemaPath, '..', 'migrations', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), sql);
};

describe('a database', () => {
  it('is made once, by whoever asks first', async () => {
    const url = newDatabase();
    const made = await Promise.all([ensureDatabase(url), ensureDatabase(url), ensureDatabase(url)]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await ensureDatabase(url)).toBe(false);
  });

  it('sorts text by bytes', async () => {
    const url = newDatabase();
    await ensureDatabase(url);
    const { rows } = await connected(url, (client) =>
      client.query("SELECT string_agg(x, '' ORDER BY x) AS sorted FROM (VALUES ('b'), ('B'), ('a'), ('ä')) AS t (x)"),
    );
    expect(rows).toEqual([{ sorted: 'Babä' }]);
  });

  it('on a server that is away is an error that names the server and keeps the password', async () => {
    await expect(ensureDatabase('postgresql://me:secret@127.0.0.1:1/x')).rejects.toThrow(
      /^PostgreSQL at 127\.0\.0\.1:1\/postgres cannot be used: connect ECONNREFUSED/,
    );
  });
});

describe('a schema that changes', () => {
  it('is written as migrations, which are applied once and in order', async () => {
    const schemaPath = schemaFile(ONE_TABLE);
    const url = newDatabase();
    await ensureDatabase(url);
    const at = { schemaPath, url };
    const first = await create('boats', at);
    expect(readFileSync(join(first ?? '', 'migration.sql'), 'utf8')).toContain('CREATE TABLE "boats"');
    expect(await create('again', at)).toBeNull();
    expect(await status(at)).toMatchObject({ pending: [expect.stringMatching(/^\d{14}_boats$/)] });
    expect(await deploy(at)).toHaveLength(1);
    expect(await deploy(at)).toEqual([]);
    expect(await status(at)).toEqual({ pending: [], edited: [], unknown: [] });

    writeFileSync(schemaPath, TWO_COLUMNS);
    expect(await drift(at)).toContain('ADD COLUMN     "name"');
    addMigration(schemaPath, '99990101000000_name', await drift(at));
    expect(await drift(at)).toBe('');
    expect(await deploy(at)).toEqual(['99990101000000_name']);
  });

  it('is applied once when two do it at the same time', async () => {
    const schemaPath = schemaFile(ONE_TABLE);
    const url = newDatabase();
    await ensureDatabase(url);
    addMigration(schemaPath, '20260101000000_boats', BOATS);
    const applied = await Promise.all([deploy({ schemaPath, url }), deploy({ schemaPath, url })]);
    expect(applied.flat()).toEqual(['20260101000000_boats']);
  });
});

describe('a migration with semicolons inside of a statement', () => {
  it('is run as it stands', async () => {
    const schemaPath = schemaFile(HEAD);
    const url = newDatabase();
    await ensureDatabase(url);
    addMigration(
      schemaPath,
      '20260101000000_function',
      "CREATE FUNCTION two() RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 'a;b'; END; $$;",
    );
    await deploy({ schemaPath, url });
    const { rows } = await connected(url, (client) => client.query('SELECT two()'));
    expect(rows).toEqual([{ two: 'a;b' }]);
  });
});

describe('a migration that fails', () => {
  it('says where and why, changes nothing, and is applied once it is mended', async () => {
    const schemaPath = schemaFile(ONE_TABLE);
    const at = { schemaPath, url: newDatabase() };
    await ensureDatabase(at.url);
    addMigration(schemaPath, '20260101000000_boats', BOATS);
    addMigration(schemaPath, '20260102000000_bad', 'CREATE TABLE "oars" ("id" TEXT PRIMARY KEY);\nSELECT nothing;');
    await expect(deploy(at)).rejects.toThrow(
      'The migration 20260102000000_bad failed at line 2 and changed nothing: column "nothing" does not exist',
    );
    expect(await status(at)).toEqual({ pending: ['20260102000000_bad'], edited: [], unknown: [] });
    addMigration(schemaPath, '20260102000000_bad', 'CREATE TABLE "oars" ("id" TEXT PRIMARY KEY);');
    expect(await deploy(at)).toEqual(['20260102000000_bad']);
  });
});

describe('a migration that was applied', () => {
  it('may not change any more', async () => {
    const schemaPath = schemaFile(ONE_TABLE);
    const at = { schemaPath, url: newDatabase() };
    await ensureDatabase(at.url);
    addMigration(schemaPath, '20260101000000_boats', BOATS);
    await deploy(at);
    addMigration(schemaPath, '20260101000000_boats', `${BOATS} -- changed`);
    expect(await status(at)).toMatchObject({ edited: ['20260101000000_boats'] });
    await expect(deploy(at)).rejects.toThrow('Changed after it was applied: 20260101000000_boats.');
  });

  it('may be of a later version that is rolled out elsewhere', async () => {
    const schemaPath = schemaFile(ONE_TABLE);
    const at = { schemaPath, url: newDatabase() };
    await ensureDatabase(at.url);
    addMigration(schemaPath, '20260101000000_boats', BOATS);
    await deploy(at);
    rmSync(join(schemaPath, '..', 'migrations', '20260101000000_boats'), { recursive: true });
    expect(await status(at)).toEqual({ pending: [], edited: [], unknown: ['20260101000000_boats'] });
    expect(await deploy(at)).toEqual([]);
  });

  it('is known to the engine of Prisma as well', async () => {
    const schemaPath = schemaFile(ONE_TABLE);
    const at = { schemaPath, url: newDatabase() };
    await ensureDatabase(at.url);
    addMigration(schemaPath, '20260101000000_boats', BOATS);
    await deploy(at);
    const found = await withEngine(at, (engine) =>
      engine.diagnoseMigrationHistory({
        migrationsList: migrationList(schemaPath),
        optInToShadowDatabase: false,
        filters: { externalTables: [], externalEnums: [] },
      }),
    );
    expect(found).toMatchObject({
      hasMigrationsTable: true,
      editedMigrationNames: [],
      failedMigrationNames: [],
      history: null,
    });
  });
});

describe('a migration beside a transaction that holds a table', () => {
  it('lets others pass, tries again, and is applied when the table is free', async () => {
    const schemaPath = schemaFile(TWO_COLUMNS);
    const at = { schemaPath, url: newDatabase() };
    await ensureDatabase(at.url);
    addMigration(schemaPath, '20260101000000_boats', BOATS);
    await deploy(at);
    addMigration(schemaPath, '20260102000000_name', 'ALTER TABLE "boats" ADD COLUMN "name" TEXT;');
    const lines: string[] = [];
    await connected(at.url, async (reader) => {
      await reader.query('BEGIN; SELECT count(*) FROM boats');
      const deploying = deploy(at, { lockTimeoutMs: 50, pauseMs: 50, onProgress: (line) => lines.push(line) });
      while (!lines.some((line) => line.includes('attempt 2')))
        await connected(at.url, (other) => other.query('SELECT count(*) FROM boats'));
      await reader.query('COMMIT');
      expect(await deploying).toEqual(['20260102000000_name']);
    });
    expect(lines[0]).toBe('20260102000000_name got no lock (attempt 1 of 20): next in 0.05 s');
  });

  it('fails after its attempts and changes nothing', async () => {
    const schemaPath = schemaFile(ONE_TABLE);
    const at = { schemaPath, url: newDatabase() };
    await ensureDatabase(at.url);
    addMigration(schemaPath, '20260101000000_boats', BOATS);
    await deploy(at);
    addMigration(schemaPath, '20260102000000_name', 'ALTER TABLE "boats" ADD COLUMN "name" TEXT;');
    await connected(at.url, async (reader) => {
      await reader.query('BEGIN; SELECT count(*) FROM boats');
      await expect(deploy(at, { lockTimeoutMs: 20, pauseMs: 1, attempts: 2 })).rejects.toThrow(
        'The migration 20260102000000_name failed after 2 attempts and changed nothing: canceling ' +
          'statement due to lock timeout',
      );
    });
    expect(await status(at)).toMatchObject({ pending: ['20260102000000_name'] });
  });
});

describe('a migration that builds an index while writes go on', () => {
  const INDEX =
    '-- no transaction\n-- Finds boats by name.\nCREATE UNIQUE INDEX CONCURRENTLY "boats_name_key" ON ' +
    '' +
    '"boats" ("name");\n';
  const named = async () => {
    const schemaPath = schemaFile(TWO_COLUMNS);
    const at = { schemaPath, url: newDatabase() };
    await ensureDatabase(at.url);
    addMigration(schemaPath, '20260101000000_boats', `${BOATS}\nALTER TABLE "boats" ADD COLUMN "name" TEXT;`);
    await deploy(at);
    addMigration(schemaPath, '20260102000000_index', INDEX);
    return at;
  };
  const onIt = <Row extends object>(url: string, sql: string) =>
    connected(url, async (client) => (await client.query<Row>(sql)).rows);
  const valid = (url: string) =>
    onIt(url, "SELECT indisvalid FROM pg_index WHERE indexrelid = 'boats_name_key'::regclass");

  it('is run outside of a transaction, and known to drift', async () => {
    const at = await named();
    writeFileSync(join(at.schemaPath, '..', 'migrations', 'migration_lock.toml'), 'provider = "postgresql"\n');
    expect(await deploy(at)).toEqual(['20260102000000_index']);
    expect(await valid(at.url)).toEqual([{ indisvalid: true }]);
    expect(await deploy(at)).toEqual([]);
    expect(await drift(at)).toContain('DROP INDEX "boats_name_key"');
  });

  it('is applied once when two do it at the same time', async () => {
    const at = await named();
    expect((await Promise.all([deploy(at), deploy(at), deploy(at)])).flat()).toEqual(['20260102000000_index']);
  });

  it('drops what a failed build left, and builds anew', async () => {
    const at = await named();
    await onIt(at.url, "INSERT INTO boats VALUES ('a', 'Ann'), ('b', 'Ann')");
    await expect(deploy(at)).rejects.toThrow(/20260102000000_index failed: could not create unique index/);
    expect(await valid(at.url)).toEqual([{ indisvalid: false }]);
    await onIt(at.url, "DELETE FROM boats WHERE id = 'b'");
    expect(await deploy(at)).toEqual(['20260102000000_index']);
    expect(await valid(at.url)).toEqual([{ indisvalid: true }]);
  });

  it('is recorded when it was built and whoever built it died', async () => {
    const at = await named();
    await onIt(at.url, 'CREATE UNIQUE INDEX "boats_name_key" ON "boats" ("name")');
    expect(await deploy(at)).toEqual(['20260102000000_index']);
  });

  it('may have no second statement', async () => {
    const at = await named();
    addMigration(at.schemaPath, '20260102000000_index', `${INDEX}SELECT 1;`);
    await expect(deploy(at)).rejects.toThrow(/must be one CREATE or DROP INDEX CONCURRENTLY statement/);
  });
});

describe('a migration that reads every row of a large table', () => {
  it('is announced with the size of the table', async () => {
    const schemaPath = schemaFile(ONE_TABLE);
    const at = { schemaPath, url: newDatabase() };
    await ensureDatabase(at.url);
    addMigration(schemaPath, '20260101000000_boats', BOATS);
    await deploy(at);
    await connected(at.url, async (client) => {
      await client.query('INSERT INTO boats SELECT n::text FROM generate_series(1, 150000) n');
      await client.query('ANALYZE boats');
    });
    addMigration(
      schemaPath,
      '20260102000000_index',
      'CREATE INDEX "boats_id" ON "boats" ("id");\nCREATE TABLE "oars" ("id" TEXT);',
    );
    const lines: string[] = [];
    await deploy(at, { onProgress: (line) => lines.push(line) });
    expect(lines).toEqual([
      expect.stringMatching(
        /^20260102000000_index builds an index while writes wait; .*: boats, about 150,000 rows, \d+ MB$/,
      ),
      expect.stringMatching(/^20260102000000_index took \d+\.\d s$/),
    ]);
  });
});
