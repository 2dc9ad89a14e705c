import { createPool } from '@cds/postgres';
import { testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { STORE_ATTEMPTS } from '../src/deliveries/attempt/store-attempts.sql.js';
import { CLAIM } from '../src/deliveries/dispatch/due-messages.sql.js';
import { DueMessages } from '../src/deliveries/dispatch/due-messages.js';
import { DUE } from '../src/deliveries/recover/endpoint-room.js';

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
const pagesOf = async (statement: string, values: unknown[] = []): Promise<number> => {
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`,
    values,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('EXPLAIN answers a plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
};

/** Those that a claim by the plan that is kept reads. */
const pagesOfClaim = (endpoints: string[], room: number, from = '-infinity'): Promise<number> => {
  const now = new Date(Date.now() + 60_000);
  const lease = new Date(now.getTime() + 30_000);
  const each = (value: unknown): string => `'{${endpoints.map(() => value).join()}}'`;
  const times = `'${now.toISOString()}', '${lease.toISOString()}'`;
  return pagesOf(`EXECUTE claim ('{${endpoints.join()}}', ${each(room)}, ${times}, ${each(from)}, ${each('NULL')})`);
};

const attemptAt = (messageId: string, id: string): object => {
  const now = new Date();
  return {
    id,
    message_id: messageId,
    message_event_id: 'evt_none',
    type: 'ping',
    endpoint_id: 'we_2',
    earlier_attempts: 0,
    started_at: now,
    ended_at: now,
    duration_ms: 1,
    request_headers: {},
    status: 'delivered',
    disable_if_failing_since: now,
  };
};

describe('messages that wait for a dead endpoint, in a queue that was empty when its statements were planned', () => {
  beforeAll(async () => {
    await pool.query(
      `INSERT INTO endpoints (id, account_id, url, event_types, secret, created_at, updated_at)
        SELECT 'we_' || n, 'acc_' || n, 'https://a.example', '{*}', 'sealed', now(), now()
        FROM generate_series(1, 5) AS n`,
    );
    await pool.query('VACUUM ANALYZE pending_messages');
    await pool.query("SET plan_cache_mode = 'force_generic_plan'");
    await pool.query(`PREPARE claim AS ${CLAIM}`);
    await pool.query(`PREPARE attempts AS ${STORE_ATTEMPTS}`);
    await pagesOfClaim(['we_2'], 1);
    await queue('we_1', 1, BACKLOG);
    for (const [index, endpoint] of ['we_2', 'we_3'].entries()) await queue(endpoint, BACKLOG + 100 * (index + 1), 100);
  });

  it('are not read by the claim of others’ messages', async () => {
    expect(await pagesOfClaim(['we_2', 'we_3'], 8)).toBeLessThan(500);
  });

  it('are not counted by a job that sends their endpoint more', async () => {
    const before = new Date(Date.now() - 3_600_000);
    expect(await pagesOf(DUE, ['we_1', before])).toBeLessThan(500);
  });

  it('are not read as attempts at others’ messages are stored', async () => {
    const attempts = Array.from({ length: 40 }, (_, n) => attemptAt(`msg_${BACKLOG + 100 + n}`, `att_stored${n}`));
    expect(await pagesOf(`EXECUTE attempts ('${JSON.stringify(attempts)}')`)).toBeLessThan(3_000);
    const { rows } = await pool.query<{ left: number }>(
      "SELECT count(*)::int AS left FROM pending_messages WHERE endpoint_id = 'we_2'",
    );
    expect(rows).toEqual([{ left: 60 }]);
  });
});

describe('messages that left the queue while a transaction stays open', () => {
  const LEFT = 10_000;
  const first = new Date(Date.now() - 60_000);
  let reader: pg.Pool;
  let transaction: pg.PoolClient;
  beforeAll(async () => {
    reader = createPool(database.url, { applicationName: 'tests', max: 1 });
    transaction = await reader.connect();
    await transaction.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await transaction.query('SELECT FROM pending_messages LIMIT 1');
    await queue('we_4', 3 * BACKLOG, LEFT + 100);
    // One every millisecond, and neighbours on different pages, as in a queue that is long in use.
    await pool.query(
      `UPDATE pending_messages SET due_at = $1::timestamptz
        + (substr(message_id, 5)::int - $2) * 7919 % $3 * interval '1 ms' WHERE endpoint_id = 'we_4'`,
      [first, 3 * BACKLOG, LEFT + 100],
    );
    const last = new Date(first.getTime() + LEFT);
    await pool.query("DELETE FROM pending_messages WHERE endpoint_id = 'we_4' AND due_at < $1", [last]);
  });
  afterAll(async () => {
    await transaction.query('ROLLBACK');
    transaction.release();
    await reader.end();
  });

  it('are passed by once, and not by a claim that goes on from the last one', async () => {
    expect(await pagesOfClaim(['we_4'], 8)).toBeGreaterThan(LEFT / 2);
    const last = new Date(first.getTime() + LEFT + 7).toISOString();
    expect(await pagesOfClaim(['we_4'], 8, last)).toBeLessThan(500);
  });
});

describe('messages that wait for an earlier one of their subject, which is to be tried again tomorrow', () => {
  const HELD = 20_000;
  const last = new Date(Date.now() - 1_000);
  beforeAll(async () => {
    await pool.query(
      `INSERT INTO pending_messages (message_id, endpoint_id, event_id, type, subject, sequence, next_attempt_at,
        due_at, created_at)
      SELECT 'msg_held' || n, 'we_5', 'evt_none', 'catch.updated', 'catch_held', n, now(),
        CASE n WHEN 0 THEN now() + interval '1 day' ELSE $2::timestamptz - ($1 - n) * interval '1 ms' END, now()
      FROM generate_series(0, $1::int) AS n`,
      [HELD, new Date(last.getTime() - 1)],
    );
    await pool.query(
      `INSERT INTO pending_messages (message_id, endpoint_id, event_id, type, subject, sequence, next_attempt_at,
        due_at, created_at)
      VALUES ('msg_other', 'we_5', 'evt_none', 'catch.updated', 'catch_other', $1, now(), $2, now())`,
      [HELD + 1, last],
    );
  });

  it('are looked at a part at a time, whoever else’s messages are claimed with them', async () => {
    expect(await pagesOfClaim(['we_3', 'we_5'], 8)).toBeLessThan(20_000);
  });

  it('keep no message of another subject from being found', async () => {
    const due = new DueMessages(pool);
    const leaseUntil = new Date(Date.now() + 600_000);
    const looks: (number | null | undefined)[] = [];
    const claim = { endpointId: 'we_5', accountId: 'acc_5', room: 2 };
    do {
      const { looked } = await due.claim([claim], new Date(), leaseUntil);
      looks.push(looked[0]?.untilMs);
    } while (typeof looks.at(-1) === 'number' && looks.length < 100);
    expect([looks.length, looks.at(-1)]).toEqual([HELD / 1_000, null]);
    const { rows } = await pool.query<{ id: string }>(
      "SELECT message_id AS id FROM pending_messages WHERE endpoint_id = 'we_5' AND due_at = $1",
      [leaseUntil],
    );
    expect(rows).toEqual([{ id: 'msg_other' }]);
  });
});

describe('the statements of a delivery', () => {
  it('are planned anew for none of many, however few messages each is about', async () => {
    await pool.query('RESET plan_cache_mode');
    const now = new Date();
    for (let id = 0; id < 12; id += 1) {
      await pool.query({ name: 'few claims', text: CLAIM, values: [['we_3'], [1], now, now, [null], [null]] });
      const values = [JSON.stringify([attemptAt('msg_none', `att_${id}`)])];
      await pool.query({ name: 'few attempts', text: STORE_ATTEMPTS, values });
    }
    const { rows } = await pool.query<{ name: string; anew: number }>(
      "SELECT name, custom_plans::int AS anew FROM pg_prepared_statements WHERE name LIKE 'few %' ORDER BY name",
    );
    // PostgreSQL compares five plans with one that is kept.
    expect(rows).toEqual([
      { name: 'few attempts', anew: 5 },
      { name: 'few claims', anew: 5 },
    ]);
  });
});
