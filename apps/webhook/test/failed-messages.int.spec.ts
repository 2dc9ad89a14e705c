import { createPool, inTransaction } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import { eventually, testDatabase, type TestDatabase } from '@cds/testing';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import { Registry } from 'prom-client';
import type pg from 'pg';
import { STORE_ATTEMPTS } from '../src/deliveries/attempt/store-attempts.sql.js';
import { FailedMessageFiller } from '../src/deliveries/failed/failed-message-filler.js';
import { failedMessagesIn, FailedMessages, failedSince } from '../src/deliveries/failed/failed-messages.js';
import { requeueMessages } from '../src/deliveries/resend/requeue-messages.js';
import { failPendingMessages } from '../src/endpoints/fail-pending-messages.js';
import { type StoredMessage, storeMessages } from './stored-messages.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('webhook');
  pool = createPool(database.url, { applicationName: 'tests' });
  await pool.query(`INSERT INTO endpoints (id, account_id, url, event_types, secret, created_at, updated_at)
    VALUES ('we_1', 'acc_1', 'https://a.example', '{*}', 'sealed', now(), now())`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('TRUNCATE webhook_messages, pending_messages, failed_messages'));

const someMessages = (count: number, status: StoredMessage['status']): StoredMessage[] =>
  Array.from({ length: count }, () => ({ id: newId('message'), endpointId: 'we_1', status }));

const stored = async (count: number, status: StoredMessage['status']): Promise<string[]> => {
  const messages = someMessages(count, status);
  await storeMessages(pool, messages);
  return messages.map(({ id }) => id);
};

const attemptAt = (messageId: string, status: string, earlierAttempts: number, queuedAt?: Date): object => ({
  id: newId('attempt'),
  message_id: messageId,
  message_event_id: messageId.replace('msg_', 'evt_'),
  type: 'catch.created',
  endpoint_id: 'we_1',
  earlier_attempts: earlierAttempts,
  queued_at: queuedAt,
  started_at: new Date(),
  ended_at: new Date(),
  duration_ms: 1,
  request_headers: {},
  status,
  next_attempt_at: status === 'pending' ? new Date(Date.now() + 60_000) : undefined,
  disable_if_failing_since: new Date(0),
});

const attempt = (
  db: pg.Pool | pg.PoolClient,
  ids: readonly string[],
  status: string,
  earlierAttempts = 0,
  queuedAt?: Date,
) => db.query(STORE_ATTEMPTS, [JSON.stringify(ids.map((id) => attemptAt(id, status, earlierAttempts, queuedAt)))]);

/** The table of failed messages, and what it should be. */
const failed = async (): Promise<readonly [object[], object[]]> => {
  const columns = 'endpoint_id, event_id, type, created_at';
  const inTable = await pool.query<object>(`SELECT message_id AS id, ${columns} FROM failed_messages ORDER BY 1`);
  const among = await pool.query<object>(
    `SELECT id, ${columns} FROM webhook_messages WHERE status = 'failed' ORDER BY 1`,
  );
  return [inTable.rows, among.rows];
};

const expectFailed = async (count: number): Promise<void> => {
  const [inTable, among] = await failed();
  expect(inTable).toEqual(among);
  expect(inTable).toHaveLength(count);
};

describe('the table of failed messages', () => {
  it('has those whose last attempt failed, and loses those that are sent again', async () => {
    const ids = await stored(6, 'pending');
    await attempt(pool, ids.slice(0, 2), 'delivered');
    await attempt(pool, ids.slice(2, 4), 'pending');
    await expectFailed(0);
    await attempt(pool, ids.slice(3), 'failed');
    await expectFailed(3);
    const queuedAt = new Date();
    await inTransaction(pool, (tx) => requeueMessages(tx, 'we_1', ids.slice(3, 5), queuedAt));
    await expectFailed(1);
    await attempt(pool, ids.slice(4, 5), 'failed', 1, queuedAt);
    await expectFailed(2);
  });

  it('has those that an endpoint that is disabled leaves behind', async () => {
    await stored(5, 'pending');
    await inTransaction(pool, (tx) => failPendingMessages(tx, 'we_1', new Date()));
    await expectFailed(5);
  });

  it('knows when they failed, no earlier than their endpoint was disabled', async () => {
    const [first, second] = await stored(2, 'pending');
    const { rows: times } = await pool.query<{ now: Date }>('SELECT clock_timestamp()::timestamptz(3) AS now');
    await attempt(pool, [first ?? ''], 'failed');
    await pool.query("UPDATE endpoints SET disabled_at = now() + interval '1 hour'");
    await inTransaction(pool, (tx) => failPendingMessages(tx, 'we_1', new Date()));
    const { rows } = await pool.query<object>(
      `SELECT message_id AS id, failed_at >= $1 AND failed_at <= clock_timestamp() AS "isNow",
        failed_at = disabled_at AS "isDisabled"
       FROM failed_messages JOIN endpoints ON endpoints.id = endpoint_id ORDER BY failed_at`,
      [times[0]?.now],
    );
    await pool.query('UPDATE endpoints SET disabled_at = NULL');
    expect(rows).toEqual([
      { id: first, isNow: true, isDisabled: false },
      { id: second, isNow: false, isDisabled: true },
    ]);
  });

  it('has those that are written as failed, and loses those that are deleted or delivered', async () => {
    const ids = await stored(4, 'failed');
    await expectFailed(4);
    await pool.query("UPDATE webhook_messages SET status = 'delivered' WHERE id = $1", [ids[0]]);
    await pool.query('DELETE FROM webhook_messages WHERE id = $1', [ids[1]]);
    await expectFailed(2);
  });

  it('has those of a day that was made later', async () => {
    await pool.query(`CREATE TABLE some_day (LIKE webhook_messages INCLUDING ALL);
      ALTER TABLE webhook_messages ATTACH PARTITION some_day FOR VALUES FROM ('msg_zz') TO ('msg_zzz')`);
    await storeMessages(pool, [{ id: 'msg_zz1', endpointId: 'we_1', status: 'failed' }]);
    await expectFailed(1);
  });
});

describe('an attempt that fails after its message was resent', () => {
  const queued = async (): Promise<object | undefined> => {
    const { rows } = await pool.query<object>(
      `SELECT attempt_count AS attempts, earlier_attempts AS earlier, due_at > now() AS "waits" FROM pending_messages`,
    );
    return rows[0];
  };

  it('takes no step of the new schedule, whether the next attempt has begun or not', async () => {
    const ids = await stored(1, 'pending');
    const queuedAt = new Date();
    await inTransaction(pool, (tx) => requeueMessages(tx, 'we_1', ids, queuedAt));
    await attempt(pool, ids, 'pending');
    expect(await queued()).toEqual({ attempts: 1, earlier: 1, waits: false });
    await attempt(pool, ids, 'pending', 0, queuedAt);
    expect(await queued()).toEqual({ attempts: 2, earlier: 1, waits: true });
    await attempt(pool, ids, 'failed', 0, new Date(0));
    expect(await queued()).toEqual({ attempts: 3, earlier: 2, waits: true });
    await attempt(pool, ids, 'failed', 2, queuedAt);
    expect(await queued()).toBeUndefined();
  });

  it('settles nothing and changes no earlier count where a copy of the previous release resent it', async () => {
    const ids = await stored(1, 'pending');
    await attempt(pool, ids, 'pending');
    await pool.query('UPDATE pending_messages SET earlier_attempts = attempt_count, due_at = now()');
    await attempt(pool, ids, 'failed');
    expect(await queued()).toEqual({ attempts: 2, earlier: 1, waits: false });
    await attempt(pool, ids, 'failed', 1);
    expect(await queued()).toBeUndefined();
  });
});

describe('an endpoint that is disabled', () => {
  it('fails nothing that was resent since then', async () => {
    const [waiting, resent] = [await stored(2, 'pending'), await stored(1, 'failed')];
    const disabledAt = new Date();
    const again = [...waiting.slice(1), ...resent];
    const resentAt = new Date(disabledAt.getTime() + 1);
    await inTransaction(pool, (tx) => requeueMessages(tx, 'we_1', again, resentAt));
    expect(await inTransaction(pool, (tx) => failPendingMessages(tx, 'we_1', disabledAt))).toBe(1);
    const { rows } = await pool.query<{ id: string }>('SELECT message_id AS id FROM pending_messages ORDER BY id');
    expect(rows.map(({ id }) => id)).toEqual(again);
    expect(await inTransaction(pool, (tx) => failPendingMessages(tx, 'we_1', resentAt))).toBe(2);
  });
});

describe('messages that are resent together', () => {
  it('are due one after the other, in their order', async () => {
    const ids = (await stored(5, 'failed')).toReversed();
    const now = new Date();
    await inTransaction(pool, (tx) => requeueMessages(tx, 'we_1', ids, now));
    const { rows } = await pool.query<{ id: string; due: Date }>(
      'SELECT message_id AS id, due_at AS due FROM pending_messages ORDER BY due_at',
    );
    expect(rows).toEqual(ids.map((id, index) => ({ id, due: new Date(now.getTime() - 4 + index) })));
  });
});

describe('messages that failed before there was the table', () => {
  const fillerOf = () => {
    const reports = { log: { event: () => undefined }, metrics: new WorkMetrics(new Registry()) };
    const state = new FailedMessages(pool);
    return { state, filler: new FailedMessageFiller(pool, state, new BackgroundWork(reports)) };
  };

  beforeEach(async () => {
    await pool.query("UPDATE failed_message_fill SET reached_id = '', finished_at = NULL");
    await pool.query('ALTER TABLE webhook_messages DISABLE TRIGGER USER');
    for (const status of ['failed', 'delivered', 'pending', 'failed'] as const) await stored(15, status);
    await pool.query('ALTER TABLE webhook_messages ENABLE TRIGGER USER');
  });

  it('are written to it in batches, beside what fails meanwhile', async () => {
    const { state, filler } = fillerOf();
    expect(await state.areComplete()).toBe(false);
    await stored(5, 'failed');
    await filler.fill(undefined, 10);
    expect(await state.areComplete()).toBe(true);
    await expectFailed(35);
  });

  it('are found by when they were made, and those that fail meanwhile by when they failed', async () => {
    await pool.query("UPDATE webhook_messages SET created_at = now() - interval '1 day'");
    await attempt(pool, await pendingIds(), 'failed');
    const countIn = async (areComplete: boolean): Promise<number | null> => {
      const since = failedSince("now() - interval '1 hour'");
      return (await pool.query(`SELECT FROM ${failedMessagesIn(areComplete)} AS failed WHERE ${since}`)).rowCount;
    };
    expect(await countIn(false)).toBe(15);
    await fillerOf().filler.fill();
    expect(await countIn(true)).toBe(15);
    await expectFailed(45);
  });

  it('are looked for from where a copy of the service stopped', async () => {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM webhook_messages ORDER BY id OFFSET 14 LIMIT 1');
    await pool.query('UPDATE failed_message_fill SET reached_id = $1', [rows[0]?.id]);
    const { state, filler } = fillerOf();
    await filler.fill(AbortSignal.abort(), 10);
    expect(await state.areComplete()).toBe(false);
    await filler.fill(undefined, 10);
    expect(await state.areComplete()).toBe(true);
    expect((await failed())[0]).toHaveLength(15);
  });

  it('are left to the copy that is at it', async () => {
    const { state, filler } = fillerOf();
    await inTransaction(pool, async (tx) => {
      await tx.query('SELECT FROM failed_message_fill FOR UPDATE');
      await filler.fill();
    });
    expect(await state.areComplete()).toBe(false);
    await filler.fill();
    await expectFailed(30);
  });

  it('are none when they are being resent at the same time', async () => {
    const { filler } = fillerOf();
    const { rows } = await pool.query<{ id: string }>(
      "SELECT id FROM webhook_messages WHERE status = 'failed' LIMIT 9",
    );
    const ids = rows.map(({ id }) => id);
    const filled = await inTransaction(pool, async (tx) => {
      await requeueMessages(tx, 'we_1', ids, new Date());
      const filling = filler.fill(undefined, 7);
      await eventually(async () => expect(await waiting()).toBe(1));
      return { filling };
    });
    await filled.filling;
    await expectFailed(21);
  });

  it('are none when they are resent while the batch that has them is not committed', async () => {
    const { filler } = fillerOf();
    await filler.fill(undefined, 10);
    const [inTable] = await failed();
    const ids = inTable.map((row) => (row as { id: string }).id);
    await inTransaction(pool, (tx) => requeueMessages(tx, 'we_1', ids.slice(0, 4), new Date()));
    await expectFailed(26);
  });

  const pendingIds = async (): Promise<string[]> =>
    (await pool.query<{ id: string }>("SELECT id FROM webhook_messages WHERE status = 'pending'")).rows.map(
      ({ id }) => id,
    );

  const waiting = async (): Promise<number> =>
    (
      await pool.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%failed_message_fill%' AND pid <> pg_backend_pid()`)
    ).rowCount ?? 0;
});

describe('storing attempts', () => {
  it('writes to no index of messages', async () => {
    const ids = await stored(1_000, 'pending');
    const updates: Updates[] = [];
    // Attempts of one statement are at messages of several endpoints, which were not written beside each other.
    for (let first = 0; first < 20; first += 1) {
      const some = ids.filter((_, index) => index % 20 === first);
      updates.push(await inTransaction(pool, (tx) => updatesBy(tx, () => attempt(tx, some, 'delivered'))));
      await eventually(async () => expect(await isDead(updates.at(-1)?.xid)).toBe(true), { timeoutMs: 60_000 });
    }
    expect(updates.reduce((sum, { all }) => sum + all, 0)).toBe(1_000);
    expect(updates.reduce((sum, { heapOnly }) => sum + heapOnly, 0)).toBeGreaterThan(850);
  });
});

interface Updates {
  readonly xid: string;
  readonly all: number;
  readonly heapOnly: number;
}

/** The updates of messages by this transaction alone: sessions add theirs to the shared statistics at any time. */
const updatesBy = async (tx: pg.PoolClient, work: () => Promise<unknown>): Promise<Updates> => {
  const before = await updatesUntilNow(tx);
  await work();
  const { xid, all, heapOnly } = await updatesUntilNow(tx);
  return { xid, all: all - before.all, heapOnly: heapOnly - before.heapOnly };
};

const updatesUntilNow = async (tx: pg.PoolClient): Promise<Updates> => {
  const { rows } = await tx.query<Updates>(
    `SELECT pg_current_xact_id()::text AS xid, sum(n_tup_upd)::int AS all, sum(n_tup_hot_upd)::int AS "heapOnly"
      FROM pg_stat_xact_user_tables WHERE relname LIKE 'webhook_messages%'`,
  );
  if (!rows[0]) throw new Error('a sum is a row');
  return rows[0];
};

/**
 * Whether nobody can see any more what a transaction replaced. Until then it keeps its room on the page, and a
 * transaction of any database of the server may be so old, while other tests run.
 */
const isDead = async (xid: string | undefined): Promise<boolean | undefined> => {
  const { rows } = await pool.query<{ isDead: boolean }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AND NOT EXISTS (
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND age(backend_xmin) >= age($1::xid8::xid)) AS "isDead"`,
    [xid],
  );
  return rows[0]?.isDead;
};
