import { createPool } from '@cds/postgres';
import { testDatabase, type TestDatabase } from '@cds/testing';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import { Registry } from 'prom-client';
import type pg from 'pg';
import { MoveSweeper } from '../src/entries/move-sweeper.js';

let database: TestDatabase;
let pool: pg.Pool;
let sweeper: MoveSweeper;
beforeAll(async () => {
  database = await testDatabase('leaderboard');
  pool = createPool(database.url, { applicationName: 'tests' });
  const reports = { log: { event: () => undefined }, metrics: new WorkMetrics(new Registry()) };
  sweeper = new MoveSweeper(pool, new BackgroundWork(reports));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const moved = (stream: string, version: number, transactionId: number, days: number): Promise<unknown> =>
  pool.query(
    `INSERT INTO events (stream_id, version, event_id, type, data, metadata, transaction_id, occurred_at)
     VALUES ($1::text, $2::int, $1::text || $2::int, 'EntryMoved', '{}', '{}', $3, now() - make_interval(days => $4))`,
    [stream, version, transactionId, days],
  );
const left = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT stream_id || ' ' || version AS name FROM events ORDER BY stream_id, version`,
  );
  return rows.map(({ name }) => name);
};

const hasBoard = (id: string): Promise<unknown> =>
  pool.query(
    `INSERT INTO boards (id, name, metric, region, created_at, updated_at)
      VALUES ($1, $1, 'heaviest', $1, now(), now())`,
    [id],
  );

describe('events of moves', () => {
  beforeAll(() => Promise.all(['a', 'b'].map(hasBoard)));

  it('are deleted 30 days after they were published, but for the last one of each stream', async () => {
    await moved('a', 1, 10, 40);
    await moved('a', 2, 20, 35);
    await moved('a', 3, 30, 29);
    await moved('b', 1, 15, 90);
    expect(await sweeper.sweep()).toBe(0);
    await pool.query("INSERT INTO relay_checkpoints (name, transaction_id, position) VALUES ('leaderboard', 15, 1000)");
    expect(await sweeper.sweep()).toBe(1);
    expect(await left()).toEqual(['a 2', 'a 3', 'b 1']);
    await pool.query('UPDATE relay_checkpoints SET transaction_id = 30');
    expect(await sweeper.sweep()).toBe(1);
    expect(await left()).toEqual(['a 3', 'b 1']);
  });

  it('are all deleted when there is no such board any more', async () => {
    await pool.query("DELETE FROM boards WHERE id = 'b'");
    expect(await sweeper.sweep()).toBe(1);
    expect(await left()).toEqual(['a 3']);
  });
});

describe('suspected accounts', () => {
  it('are forgotten when they were not slow for an hour', async () => {
    await pool.query(`INSERT INTO suspected_accounts (account_id, batch_size, suspected_at, due_at) VALUES
      ('acc_old', 20, now() - interval '2 hours', now() - interval '61 minutes'),
      ('acc_due', 20, now() - interval '2 hours', now() - interval '59 minutes'),
      ('acc_new', 20, now() - interval '59 minutes', now() - interval '2 hours')`);
    expect(await sweeper.sweep()).toBe(1);
    const { rows } = await pool.query<{ id: string }>('SELECT account_id AS id FROM suspected_accounts ORDER BY 1');
    expect(rows.map(({ id }) => id)).toEqual(['acc_due', 'acc_new']);
  });
});
