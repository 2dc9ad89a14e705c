import { createPool } from '@cds/postgres';
import { testDatabase, type TestDatabase } from '@cds/testing';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import { Registry } from 'prom-client';
import type pg from 'pg';
import { ReceiverHosts } from '../src/deliveries/hosts/receiver-hosts.js';
import { MessageSweeper } from '../src/messages/message-sweeper.js';
import { storeMessages } from './stored-messages.js';

let database: TestDatabase;
let pool: pg.Pool;
let sweeper: MessageSweeper;
let hosts: ReceiverHosts;
beforeAll(async () => {
  database = await testDatabase('webhook');
  pool = createPool(database.url, { applicationName: 'tests' });
  const reports = { log: { event: () => undefined }, metrics: new WorkMetrics(new Registry()) };
  sweeper = new MessageSweeper(pool, new BackgroundWork(reports));
  hosts = new ReceiverHosts(pool, new BackgroundWork(reports));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const ids = async (table: string): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`);
  return rows.map(({ id }) => id);
};

const ENDPOINT = `INSERT INTO endpoints (id, account_id, url, event_types, secret, created_at, updated_at, deleted_at)
  VALUES ($1, 'acc_1', 'https://a.example', '{*}', 'sealed', now(), now(), now() - make_interval(days => $2))`;
const PENDING = `
INSERT INTO pending_messages (message_id, endpoint_id, event_id, type, subject, next_attempt_at, due_at, created_at)
SELECT first_id_at('msg', now() - make_interval(days => $1)) || n, 'we_recent', 'evt_' || n, 'ping', 'we_recent', now(),
  now(), now()
FROM generate_series(1, $2::int) AS n`;

const FAILED = `
INSERT INTO failed_messages (message_id, endpoint_id, event_id, type, created_at)
SELECT first_id_at('msg', now() - make_interval(days => $1)) || n, 'we_recent', 'evt_' || n, 'ping', now()
FROM generate_series(1, $2::int) AS n`;

describe('after 30 days', () => {
  it('failed messages are forgotten with their day', async () => {
    await pool.query(FAILED, [31, 700]);
    await pool.query(FAILED, [30, 3]);
    expect(await sweeper.sweep()).toBe(700);
    expect((await pool.query('SELECT FROM failed_messages')).rowCount).toBe(3);
  });

  it('a deleted endpoint without messages is deleted, and what waits of messages that are gone', async () => {
    await pool.query(ENDPOINT, ['we_gone', 31]);
    await pool.query(ENDPOINT, ['we_has_messages', 31]);
    await pool.query(ENDPOINT, ['we_recent', 29]);
    await storeMessages(pool, [{ id: 'msg_kept', endpointId: 'we_has_messages' }]);
    await pool.query(PENDING, [32, 700]);
    await pool.query(PENDING, [29, 3]);
    expect(await sweeper.sweep()).toBe(701);
    expect(await ids('endpoints')).toEqual(['we_has_messages', 'we_recent']);
    expect((await pool.query('SELECT FROM pending_messages')).rowCount).toBe(3);
  });
});

describe('a deleted endpoint that never got a message', () => {
  const deleted = (id: string, minutes: number): Promise<unknown> =>
    pool.query(
      `INSERT INTO endpoints (id, account_id, url, event_types, secret, created_at, updated_at, deleted_at)
        VALUES ($1, 'acc_2', 'https://a.example', '{*}', 'sealed', now(), now(), now() - make_interval(mins => $2))`,
      [id, minutes],
    );
  const watched = (endpointId: string, anglerIds: string[], dueAt: string | null): Promise<unknown> =>
    pool.query(
      `INSERT INTO angler_watches (endpoint_id, account_id, angler_ids, version, changed_at, due_at)
        VALUES ($1, 'acc_2', $2, 1, now(), $3)`,
      [endpointId, anglerIds, dueAt],
    );

  it('is forgotten within minutes, with its jobs, and not before others know whom it watches', async () => {
    await pool.query('TRUNCATE endpoints, webhook_messages CASCADE');
    await deleted('we_unused', 11);
    await pool.query(`INSERT INTO replays (id, endpoint_id, since, until, count, created_at)
      VALUES ('rep_1', 'we_unused', now(), now(), 0, now())`);
    await deleted('we_just_deleted', 9);
    await deleted('we_used', 11);
    await storeMessages(pool, [{ id: 'msg_used', endpointId: 'we_used' }]);
    await deleted('we_published', 11);
    await watched('we_published', [], null);
    await deleted('we_unpublished', 11);
    await watched('we_unpublished', [], '2026-11-21');
    await deleted('we_unnoted', 11);
    await watched('we_unnoted', ['ang_1'], null);
    expect(await sweeper.sweep()).toBe(2);
    expect(await ids('endpoints')).toEqual(['we_just_deleted', 'we_unnoted', 'we_unpublished', 'we_used']);
    expect(await ids('replays')).toEqual([]);
  });
});

describe('a deleted endpoint that was sent test pings', () => {
  const messages = async (endpointId: string, count: number, changes: object = {}): Promise<void> =>
    storeMessages(
      pool,
      Array.from({ length: count }, (_, at) => ({ id: `msg_${endpointId}_${at}`, endpointId, ...changes })),
    );

  it('is forgotten within minutes unless there are many, one waits, or it was sent anything else', async () => {
    await pool.query('TRUNCATE endpoints, webhook_messages, pending_messages CASCADE');
    const deleted = ['we_pinged', 'we_pinged_often', 'we_ping_waits', 'we_other'];
    for (const id of deleted)
      await pool.query(
        `INSERT INTO endpoints (id, account_id, url, event_types, secret, created_at, updated_at, deleted_at)
          VALUES ($1, 'acc_3', 'https://a.example', '{*}', 'sealed', now(), now(), now() - interval '11 minutes')`,
        [id],
      );
    await messages('we_pinged', 10);
    await messages('we_pinged_often', 11);
    await messages('we_ping_waits', 1, { status: 'pending' });
    await messages('we_other', 2);
    await pool.query("UPDATE webhook_messages SET type = 'ping' WHERE id <> 'msg_we_other_1'");
    expect(await sweeper.sweep()).toBe(1);
    expect(await ids('endpoints')).toEqual(['we_other', 'we_ping_waits', 'we_pinged_often']);
    expect((await pool.query("SELECT FROM webhook_messages WHERE endpoint_id = 'we_pinged'")).rowCount).toBe(10);
  });
});

describe('hosts', () => {
  it('are forgotten 30 days after they were last sent anything', async () => {
    await pool.query(`INSERT INTO receiver_hosts (account_id, host, next_slot_at, used_at)
      SELECT 'acc_1', 'host' || days, now(), now() - make_interval(days => days) FROM unnest('{29, 31}'::int[]) AS
        days`);
    expect(await hosts.sweep()).toBe(1);
    expect((await pool.query('SELECT host FROM receiver_hosts')).rows).toEqual([{ host: 'host29' }]);
    // A use is noted, so that a proof is not forgotten while it is used.
    await pool.query("UPDATE receiver_hosts SET proven_at = now(), used_at = now() - interval '29 days'");
    const states = await hosts.take([{ accountId: 'acc_1', host: 'host29' }], 1_000);
    expect([...states.values()]).toEqual([{ state: 'proven' }]);
    const { rows } = await pool.query("SELECT used_at > now() - interval '1 day' AS is_noted FROM receiver_hosts");
    expect(rows).toEqual([{ is_noted: true }]);
  });
});
