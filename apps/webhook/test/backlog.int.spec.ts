import { createPool } from '@cds/postgres';
import { testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { STORE_ATTEMPTS } from '../src/deliveries/attempt/store-attempts.sql.js';
import { CLAIM } from '../src/deliveries/dispatch/due-messages.sql.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('webhook');
  pool = createPool(database.url, { applicationName: 'tests', max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const BACKLOG = 60_000;

const queue = async (endpoint: string, from: number, count: number): Promise<void> => {
  await pool.query(
    `INSERT INTO pending_messages (message_id, endpoint_id, event_id, type, subject, next_attempt_at, due_at,
      created_at)
      SELECT 'msg_' || n, $1, 'evt_' || n, 'catch.created', 'catch_1', now(), now(), now()
      FROM generate_series($2::int, $3::int) AS n`,
    [endpoint, from, from + count - 1],
  );
};

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Pages that a statement reads. */
const pagesOf = async (statement: string, values: unknown[]): Promise<number> => {
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`,
    values,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('EXPLAIN answers a plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
};

describe('messages that wait for a dead endpoint, in a queue that was empty when it was analysed', () => {
  beforeAll(async () => {
    await pool.query('VACUUM ANALYZE pending_messages');
    await pool.query(
      `INSERT INTO endpoints (id, account_id, url, event_types, secret, created_at, updated_at)
        SELECT 'we_' || n, 'acc_' || n, 'https://a.example', '{*}', 'sealed', now(), now()
        FROM generate_series(1, 3) AS n`,
    );
    await queue('we_1', 1, BACKLOG);
    for (const [index, endpoint] of ['we_2', 'we_3'].entries()) await queue(endpoint, BACKLOG + 100 * (index + 1), 100);
  });

  it('are not read by the claim of others’ messages', async () => {
    const now = new Date(Date.now() + 60_000);
    const values = [['we_2', 'we_3'], [8, 8], now, new Date(now.getTime() + 30_000)];
    expect(await pagesOf(CLAIM, values)).toBeLessThan(500);
  });

  it('are not read as attempts at others’ messages are stored, by a plan that was made before', async () => {
    await pool.query("SET plan_cache_mode = 'force_generic_plan'");
    await pool.query(`PREPARE attempts AS ${STORE_ATTEMPTS}`);
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>("EXPLAIN EXECUTE attempts ('[]')");
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('pending_messages_pkey');
    expect(plan).not.toMatch(/Seq Scan on (pending_messages|webhook_messages)/);
  });
});
