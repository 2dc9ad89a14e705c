import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected } from './connected.js';
import { databaseOf } from './database-url.js';
import { ensureServiceRole } from './service-role.js';
import { deploy, ensureDatabase, withDatabase } from './index.js';

const { postgresUrl } = JSON.parse(process.env['CDS_TEST_SERVERS'] ?? '{}') as { postgresUrl: string };
const PASSWORD = "only for 'this' test";

const folder = mkdtempSync(join(tmpdir(), 'cds-service-role-'));
const schemaPath = join(folder, 'schema.prisma');
const databases: string[] = [];

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await connected(postgresUrl, async (client) => {
    for (const name of databases) {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.query(`DROP ROLE IF EXISTS ${name}`);
    }
  });
});

const newDatabase = async (): Promise<string> => {
  const name = `role_${randomUUID().replaceAll('-', '')}`;
  databases.push(name);
  const url = withDatabase(postgresUrl, name);
  await ensureDatabase(url);
  return url;
};

const asRole = (url: string, database = databaseOf(url), password = PASSWORD): string => {
  const own = new URL(withDatabase(url, database));
  own.username = databaseOf(url);
  own.password = encodeURIComponent(password);
  return own.href;
};

const run = (url: string, sql: string) => connected(url, async (client) => (await client.query(sql)).rows);
const roleOf = (url: string) => ({ name: databaseOf(url), password: PASSWORD });

const addMigration = (name: string, sql: string): void => {
  mkdirSync(join(folder, 'migrations', name), { recursive: true });
  writeFileSync(schemaPath, 'datasource db {\n  provider = "postgresql"\n}\n');
  writeFileSync(join(folder, 'migrations', name, 'migration.sql'), sql);
};

const MIGRATION_OF_A_LOG = `
CREATE TABLE log (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, says text);
CREATE TABLE seals (id bigint PRIMARY KEY);
CREATE FUNCTION seal() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS 'INSERT INTO public.seals (id) SELECT max(log.id) FROM public.log RETURNING seals.id';
COMMENT ON TABLE log IS 'migrator: SELECT, INSERT';
COMMENT ON TABLE seals IS 'migrator:';
COMMENT ON FUNCTION seal() IS 'migrator: EXECUTE';`;

const RIGHTS = 'SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user';

describe('the role of a service', () => {
  it('owns what migrations made before there was a role, and what they make later', async () => {
    const url = await newDatabase();
    addMigration(
      '20260101000000_boats',
      `CREATE EXTENSION pg_trgm;
       CREATE TYPE hull AS ENUM ('wood', 'steel');
       CREATE TABLE boats (id bigserial PRIMARY KEY, hull hull);
       CREATE SEQUENCE berths;
       CREATE VIEW wooden AS SELECT id FROM boats WHERE hull = 'wood';
       CREATE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1';`,
    );
    await deploy({ schemaPath, url });
    await ensureServiceRole(url, roleOf(url));
    addMigration('20260102000000_crews', 'CREATE TABLE crews (id int PRIMARY KEY); CREATE EXTENSION fuzzystrmatch;');
    await deploy({ schemaPath, url });
    await ensureServiceRole(url, roleOf(url));

    const owned = await run(
      asRole(url),
      `SELECT relname AS name, pg_get_userbyid(relowner) = current_user AS mine FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S', 'v') ORDER BY relname`,
    );
    expect(owned.filter(({ mine }) => mine).map(({ name }) => name)).toEqual(owned.map(({ name }) => name));
    expect(owned.map(({ name }) => name)).toEqual(expect.arrayContaining(['berths', 'boats', 'crews', 'wooden']));
    await run(asRole(url), "INSERT INTO boats (hull) VALUES ('wood'); ALTER TYPE hull ADD VALUE 'glass'; SELECT one()");
  });

  it('has those rights alone to what is kept for the migrator that its comment names', async () => {
    const url = await newDatabase();
    addMigration('20260103000000_log', MIGRATION_OF_A_LOG);
    await deploy({ schemaPath, url });
    for (let times = 0; times < 2; times += 1) await ensureServiceRole(url, roleOf(url));
    await run(asRole(url), "INSERT INTO log (says) VALUES ('one'); CREATE TABLE notes (id int); DROP TABLE notes");
    expect(await run(asRole(url), 'SELECT seal()')).toEqual([{ seal: '1' }]);
    for (const refused of [
      "UPDATE log SET says = 'two'",
      'DELETE FROM log',
      'TRUNCATE log',
      'DROP TABLE log',
      'ALTER TABLE log DISABLE TRIGGER ALL',
      'CREATE TRIGGER away BEFORE INSERT ON log EXECUTE FUNCTION suppress_redundant_updates_trigger()',
      'SELECT id FROM seals',
      "GRANT ALL ON log TO CURRENT_USER; UPDATE log SET says = 'two'",
      "CREATE OR REPLACE FUNCTION seal() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'",
      'DROP SCHEMA public CASCADE',
    ])
      await expect(run(asRole(url), refused).then(() => `did ${refused}`)).rejects.toThrow(
        /permission denied|must be owner/,
      );
  });

  it('is made once, and takes a new password', async () => {
    const url = await newDatabase();
    await ensureServiceRole(url, { name: databaseOf(url), password: 'an earlier one' });
    await ensureServiceRole(url, roleOf(url));
    expect(await run(asRole(url), 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
      { rolsuper: false },
    ]);
  });

  it('is made by whoever may make databases and roles, as nobody is a superuser on a managed server', async () => {
    const name = `role_${randomUUID().replaceAll('-', '')}`;
    const migrator = `${name}_migrator`;
    databases.push(name, migrator);
    await run(
      postgresUrl,
      `CREATE ROLE ${migrator} LOGIN CREATEDB CREATEROLE PASSWORD '${PASSWORD.replaceAll("'", "''")}'`,
    );
    const url = asRole(withDatabase(postgresUrl, migrator), name);
    await ensureDatabase(url);
    for (let times = 0; times < 2; times += 1) {
      await run(url, 'CREATE TABLE IF NOT EXISTS lines (id bigserial PRIMARY KEY)');
      await ensureServiceRole(url, { name, password: PASSWORD });
    }
    const own = asRole(withDatabase(postgresUrl, name));
    expect(await run(own, 'INSERT INTO lines DEFAULT VALUES RETURNING id')).toEqual([{ id: '1' }]);
    expect(await run(own, RIGHTS)).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
  });

  it('loses the rights that it had on the server', async () => {
    const url = await newDatabase();
    await run(postgresUrl, `CREATE ROLE ${databaseOf(url)} SUPERUSER CREATEDB CREATEROLE REPLICATION BYPASSRLS`);
    await ensureServiceRole(url, roleOf(url));
    expect(await run(asRole(url), RIGHTS)).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
  });

  it('is refused by the database of another service', async () => {
    const [one, other] = [await newDatabase(), await newDatabase()];
    await ensureServiceRole(one, roleOf(one));
    await ensureServiceRole(other, roleOf(other));
    await expect(run(asRole(one, databaseOf(other)), 'SELECT 1')).rejects.toThrow(/permission denied for database/);
  });

  it('can read no file of the server and make no role', async () => {
    const url = await newDatabase();
    await ensureServiceRole(url, roleOf(url));
    await expect(run(asRole(url), "SELECT pg_read_file('/etc/passwd')")).rejects.toThrow(/permission denied/);
    await expect(run(asRole(url), 'CREATE ROLE another')).rejects.toThrow(/permission denied/);
  });
});
