import { createPool } from '@cds/postgres';
import { testDatabase, type TestDatabase } from '@cds/testing';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import { Registry } from 'prom-client';
import type pg from 'pg';
import { ReceiverHosts } from '../src/deliveries/hosts/receiver-hosts.js';
import { MessageSweeper } from '../src/messages/message-sweeper.js';

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
const MESSAGES = `INSERT INTO messages (id, endpoint_id, event_id, type, subject, payload, status, created_at)
  SELECT 'msg_' || to_char(n, 'FM0000'), $1, 'evt_' || n, 'catch.logged', 'catch_1', '{}', 'delivered',
  now() - make_interval(days => $2) FROM generate_series($3::int, $4::int) AS n`;
const ATTEMPTS = `INSERT INTO attempts (id, message_id, started_at, duration_ms, request_headers)
  SELECT 'att_' || id, id, created_at, 1, '{}' FROM messages`;

describe('messages', () => {
  it('are deleted with their attempts after 30 days, and so is a deleted endpoint that has none left', async () => {
    await pool.query(ENDPOINT, ['we_gone', 31]);
    await pool.query(ENDPOINT, ['we_recent', 29]);
    await pool.query(MESSAGES, ['we_gone', 31, 1, 450]);
    await pool.query(MESSAGES, ['we_recent', 29, 451, 453]);
    // Made lately of an event that happened long ago, as its id says.
    await pool.query(MESSAGES, ['we_recent', 0, 0, 0]);
    await pool.query(ATTEMPTS);
    expect(await sweeper.sweep()).toBe(451);
    expect(await ids('messages')).toEqual(['msg_0000', 'msg_0451', 'msg_0452', 'msg_0453']);
    expect(await ids('attempts')).toEqual(['att_msg_0000', 'att_msg_0451', 'att_msg_0452', 'att_msg_0453']);
    expect(await ids('endpoints')).toEqual(['we_recent']);
  });
});

describe('hosts', () => {
  it('are forgotten 30 days after they were last sent anything', async () => {
    await pool.query(`INSERT INTO receiver_hosts (account_id, host, next_slot_at, used_at)
      SELECT 'acc_1', 'host' || days, now(), now() - make_interval(days => days) FROM unnest('{29, 31}'::int[]) AS days`);
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
