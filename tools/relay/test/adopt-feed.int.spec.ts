import { createPool } from '@cds/postgres';
import { testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { main } from '../src/index.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('webhook');
  pool = createPool(database.url, { applicationName: 'tests', max: 1 });
});
beforeEach(() => pool.query('TRUNCATE webhook_events, endpoints, replays CASCADE'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const adopt = async () => {
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const code = await main(['adopt', 'webhook'], { out: say, err: say }, { DATABASE_URL: database.url });
  return { code, lines };
};

/** An event with an id of this server, or of one that is so much ahead. */
const store = (id: string, ahead = 0) =>
  pool.query(
    `INSERT INTO webhook_events (id, transaction_id, occurred_at, stored_at, type, subject, payload)
     VALUES ($1, pg_current_xact_id()::text::bigint + $2, now(), now(), 'catch.logged', 's', '{}')`,
    [id, ahead],
  );

const AHEAD = 1_000_000_000;

describe('the feed of a database that was restored from another cluster', () => {
  it('has ids of this server after its adoption, what was stored since behind what was restored', async () => {
    await store('evt_1', AHEAD);
    await store('evt_2', AHEAD);
    await store('evt_3');
    expect(await adopt()).toEqual({ code: 0, lines: ['feed: adopted 2 events'] });
    await store('evt_4');
    const { rows } = await pool.query(`SELECT id FROM webhook_events
      WHERE transaction_id < pg_snapshot_xmax(pg_current_snapshot())::text::bigint ORDER BY transaction_id, position`);
    expect(rows.map((row: { id: string }) => row.id)).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4']);
  });

  it('is looked at again by unfinished replays', async () => {
    await store('evt_1', AHEAD);
    await pool.query(
      `INSERT INTO endpoints (id, account_id, url, event_types, secret, created_at, updated_at)
       VALUES ('end_1', 'acc_1', 'https://a.example', '{}', '', now(), now())`,
    );
    await pool.query(
      `INSERT INTO replays (id, endpoint_id, since, until, count, created_at, settled_from, reached_transaction_id,
         reached_position)
       VALUES ('rep_1', 'end_1', now(), now(), 1, now(), $1, $1, 5)`,
      [AHEAD],
    );
    await adopt();
    const { rows } = await pool.query(`
      SELECT (transaction_id, position) > (reached_transaction_id, reached_position) AS is_looked_at,
        settled_from <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS is_settled
      FROM replays, webhook_events`);
    expect(rows).toEqual([{ is_looked_at: true, is_settled: true }]);
  });

  it('is adopted once, and is left alone when it is of this server', async () => {
    const refused = {
      code: 1,
      lines: ['Every event has a transaction id of this server: the feed needs no adoption.'],
    };
    await store('evt_1');
    expect(await adopt()).toEqual(refused);
    await store('evt_2', AHEAD);
    await adopt();
    expect(await adopt()).toEqual(refused);
  });
});
