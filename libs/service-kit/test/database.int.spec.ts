import pg from 'pg';
import { AppError } from '@cds/errors';
import { eventually, testDatabase } from '@cds/testing';
import { createPool, inTransaction } from '@cds/postgres';
import { problemOf } from '../src/index.js';
import { type Harness, kitConfig, startHarness } from './kit.harness.js';

let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: pg.Pool;
const idleErrors: Error[] = [];

beforeAll(async () => {
  database = await testDatabase('empty');
  pool = createPool(database.url, {
    applicationName: 'kit-test',
    max: 3,
    statementTimeoutMs: 300,
    onIdleError: (error) => idleErrors.push(error),
  });
  await pool.query('CREATE TABLE lures (name text PRIMARY KEY)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('TRUNCATE lures'));

const names = async () =>
  (await pool.query<{ name: string }>('SELECT name FROM lures ORDER BY name')).rows.map((row) => row.name);
const add = (db: pg.Pool | pg.PoolClient, name: string) => db.query('INSERT INTO lures VALUES ($1)', [name]);
const backendOf = async (db: pg.Pool | pg.PoolClient) =>
  (await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
/** From another connection, as an operator or a restart would. */
const killBackends = async (condition: string): Promise<void> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
  );
  await client.end();
};

describe('a transaction', () => {
  test('returns what its work returned, committed', async () => {
    const count = await inTransaction(pool, async (tx) => (await add(tx, 'a')).rowCount);
    expect(count).toBe(1);
    expect(await names()).toEqual(['a']);
  });

  test('rolls back and throws what its work threw', async () => {
    const failing = inTransaction(pool, async (tx) => {
      await add(tx, 'a');
      throw new AppError({ code: 'resource.conflict', kind: 'conflict', message: 'no' });
    });
    await expect(failing).rejects.toMatchObject({ code: 'resource.conflict' });
    expect(await names()).toEqual([]);
    expect(pool.idleCount).toBe(pool.totalCount);
  });

  test('whose failed statement was swallowed never pretends to have committed', async () => {
    const swallowing = inTransaction(pool, async (tx) => {
      await add(tx, 'a');
      await add(tx, 'a').catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('rolled back');
    expect(await names()).toEqual([]);
  });

  test('whose connection breaks is a 503, and the connection leaves the pool', async () => {
    let pid: number | undefined;
    const broken = inTransaction(pool, async (tx) => {
      pid = await backendOf(tx);
      await killBackends(`pid = ${pid}`);
      await add(tx, 'a');
    });
    const error: unknown = await broken.catch((reason: unknown) => reason);
    expect(problemOf(error, { instance: '/', requestId: 'r' }).status).toBe(503);
    expect(await backendOf(pool)).not.toBe(pid);
    expect(await names()).toEqual([]);
  });

  test('whose commit was not answered tells that nobody knows', async () => {
    const unknown = inTransaction(pool, async (tx) => {
      await add(tx, 'a');
      await killBackends(`pid = ${await backendOf(tx)}`);
    });
    await expect(unknown).rejects.toMatchObject({
      code: 'service.unavailable',
      message: expect.stringContaining('may or may not'),
    });
  });
});

describe('a pool', () => {
  test('survives the loss of its idle connections', async () => {
    await pool.query('SELECT 1');
    await killBackends(`application_name = 'kit-test'`);
    // Until the pool has heard of it, a connection that is lost is taken for a good one.
    await eventually(async () => expect(await names()).toEqual([]));
    await eventually(() => expect(idleErrors.length).toBeGreaterThan(0));
    expect(idleErrors.filter((error) => 'client' in error)).toEqual([]);
  });

  test('ends statements that take too long', async () => {
    await expect(pool.query('SELECT pg_sleep(2)')).rejects.toMatchObject({ code: '57014' });
  });

  test('of a server that is away rejects in a way that is known to heal', async () => {
    const away = createPool('postgres://nobody@127.0.0.1:1/none', { applicationName: 'kit-test' });
    const error: unknown = await away.query('SELECT 1').catch((reason: unknown) => reason);
    expect(problemOf(error, { instance: '/', requestId: 'r' })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
    });
    await away.end();
  });
});

describe('a service with its database', () => {
  let service: Harness;
  beforeAll(async () => {
    service = await startHarness([], { config: kitConfig(database.url) });
  });
  afterAll(() => service.stop());

  test('is ready', async () => {
    const response = await fetch(`${service.url}/health/ready`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ready', checks: { database: { status: 'ok' } } });
  });

  test('leaves no connection behind when it stops', async () => {
    await service.stop();
    const sessions = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'tackle'`;
    // The server takes a moment to end a session whose connection was closed.
    await eventually(async () => expect((await pool.query(sessions)).rows).toEqual([]));
  });
});
