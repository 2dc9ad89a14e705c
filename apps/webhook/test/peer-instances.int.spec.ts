import { serverShutdown } from '@cds/postgres';
import { createLogger } from '@cds/service-kit';
import { eventually, testDatabase, type TestDatabase } from '@cds/testing';
import pg from 'pg';
import { PeerInstances } from '../src/deliveries/dispatch/peer-instances.js';

let database: TestDatabase;
const pools: pg.Pool[] = [];
const copies: PeerInstances[] = [];
beforeAll(async () => {
  database = await testDatabase('empty');
});
afterAll(async () => {
  await Promise.all(copies.map((copy) => copy.close()));
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

const copy = async (): Promise<{ copies: PeerInstances; calls: () => number; pool: pg.Pool }> => {
  const pool = new pg.Pool({ connectionString: database.url, max: 3 });
  pool.on('error', () => undefined);
  pools.push(pool);
  const one = new PeerInstances(pool, await createLogger({ name: 'test', level: 'fatal', format: 'json' }));
  copies.push(one);
  let calls = 0;
  one.listen(() => (calls += 1));
  await eventually(() => expect(calls).toBe(1));
  return { copies: one, calls: () => calls, pool };
};

describe('copies of the service', () => {
  it('hear each other, but not themselves, and listening counts as one call', async () => {
    const [one, other] = [await copy(), await copy()];
    one.copies.call();
    await eventually(() => expect(other.calls()).toBe(2));
    expect(one.calls()).toBe(1);
  });

  it('call at most four times a second', async () => {
    const [one, other] = [await copy(), await copy()];
    for (let at = 0; at < 100; at += 1) one.copies.call();
    await eventually(() => expect(other.calls()).toBe(2));
  });

  it('hear again after their connection was lost, and look because they may have missed a call', async () => {
    const [one, other] = [await copy(), await copy()];
    await one.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN%'`,
    );
    await eventually(() => expect(other.calls()).toBe(2));
    await eventually(() => {
      one.copies.call();
      expect(other.calls()).toBe(3);
    });
  });

  it('let go of their connections when the server shuts down, which waits for the last one', async () => {
    const { pool, calls } = await copy();
    const listening = async (): Promise<number[]> => {
      const { rows } = await pool.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
      );
      return rows.map(({ pid }) => pid);
    };
    const before = await listening();
    expect(before).not.toEqual([]);
    serverShutdown.emit('begun');
    await eventually(async () => {
      const now = await listening();
      expect(before.filter((pid) => now.includes(pid))).toEqual([]);
    });
    await eventually(() => expect(calls()).toBe(2));
  });
});
