import { testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { createPool } from '../src/pool.js';
import { isQueryTimeout } from '../src/query-timeout.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('empty');
  pool = createPool(database.url, { applicationName: 'limits', max: 1, queryTimeoutMs: 300 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const SLEEP = 'SELECT pg_sleep(5)';
const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: Error) => error,
  );
const pidOf = async (): Promise<number> => {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
};

describe('a query that takes longer than its limit', () => {
  it('fails, and its connection is replaced by one that works', async () => {
    const before = await pidOf();
    expect(isQueryTimeout(await failureOf(pool.query(SLEEP)))).toBe(true);
    expect(await pidOf()).not.toBe(before);
  });

  it('fails on a connection of its own, whatever waits behind it', async () => {
    const client = await pool.connect();
    const [slow, next] = await Promise.allSettled([client.query(SLEEP), client.query('SELECT 1')]);
    client.release(true);
    expect(slow).toMatchObject({ status: 'rejected', reason: { message: 'Query read timeout' } });
    expect(next.status).toBe('rejected');
  });

  it('is called back once, with the error', async () => {
    const client = await pool.connect();
    const calls: unknown[] = [];
    await new Promise<void>((resolve) =>
      client.query(SLEEP, [], (error) => {
        calls.push(error);
        resolve();
      }),
    );
    client.release(true);
    await pidOf();
    expect(calls.map(isQueryTimeout)).toEqual([true]);
  });

  it('may have a limit of its own', async () => {
    const sleeping = (limitMs: number): pg.QueryConfig =>
      Object.assign({ text: 'SELECT pg_sleep(0.6)' }, { query_timeout: limitMs });
    expect((await pool.query(sleeping(5_000))).rowCount).toBe(1);
    expect(isQueryTimeout(await failureOf(pool.query(sleeping(100))))).toBe(true);
  });
});

describe('a query within its limit', () => {
  it('answers promises and callbacks alike, with and without values', async () => {
    const client = await pool.connect();
    const called = await new Promise((resolve, reject) =>
      client.query('SELECT 2 AS two', (error, { rows }) => (error ? reject(error) : resolve(rows))),
    );
    const { rows } = await client.query('SELECT $1::int AS one', [1]);
    client.release();
    expect([rows, called]).toEqual([[{ one: 1 }], [{ two: 2 }]]);
  });

  it('fails with a stack that leads to whoever asked', async () => {
    const client = await pool.connect();
    const error = await failureOf(client.query('SELECT nothing'));
    client.release();
    expect(error.stack).toContain('limit-queries.int.spec');
  });
});
