import { createPool, type HeavyReads, inTransaction } from '@cds/postgres';
import { Cursors } from '@cds/listing';
import { rowsRead, TestClock, testDatabase, type TestDatabase } from '@cds/testing';
import { testCaller } from '@cds/testing/identity';
import type pg from 'pg';
import { EventListQuery } from '../src/feed/event-list/event-list.query.js';
import type { ListEventsQuery } from '../src/feed/event-list/event-list.schemas.js';
import { type FeedPosition, newestSeen, settledHorizon } from '../src/feed/feed-log.js';
import { FEED_TYPES } from '../src/feed/feed-types.js';
import { eventsAfter, missingAfter, STEP } from '../src/replays/missing-events.js';

let database: TestDatabase;
let pool: pg.Pool;
let tables: string[];
beforeAll(async () => {
  database = await testDatabase('webhook');
  pool = createPool(database.url, { applicationName: 'tests', max: 1 });
  await pool.query(FILL, ['leaderboard.entry_changed', null, 0, MANY]);
  await pool.query(FILL, ['catch.created', ACCOUNT, MANY, 5]);
  await pool.query(FILL, ['ping', ACCOUNT, 2 * MANY, MANY]);
  await pool.query(FILL, ['catch.created', 'acc_2', 3 * MANY, MANY]);
  await pool.query("UPDATE webhook_events SET occurred_at = now() - interval '3 days' WHERE position = ANY($1)", [
    LATE,
  ]);
  await pool.query('VACUUM ANALYZE webhook_events');
  const { rows } = await pool.query<{ name: string }>(
    "SELECT relid::regclass::text AS name FROM pg_partition_tree('webhook_events') WHERE isleaf",
  );
  tables = rows.map(({ name }) => name);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const MANY = 10_000;
/** Beside those that are found, one of each day for each type. */
const FEW = 50;
const ACCOUNT = 'acc_1';
/** The places of events that happened days before the others. */
const LATE = [300, 4_000, 9_990];
const DAY_MS = 86_400_000;
/** From then on a connection keeps the plan of a statement. */
const LOOKS = 10;

/** So many events of a type, one after the other, over three days. */
const FILL = `
INSERT INTO webhook_events (id, position, transaction_id, occurred_at, stored_at, type, subject, account_id, payload)
SELECT first_id_at('evt', now() - interval '3 days' * random()) || n, n, 1, now() - interval '1 hour', now(), $1, 's',
  $2, '{"data":{}}'
FROM generate_series($3::int + 1, $3::int + $4::int) AS n`;

/** The most rows that `work` reads, however it is planned. */
const readBy = async (work: (tx: pg.PoolClient) => Promise<unknown>): Promise<number> =>
  inTransaction(pool, async (tx) => {
    const read: number[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      const before = await rowsRead(tx, ...tables);
      await work(tx);
      read.push((await rowsRead(tx, ...tables)) - before);
    }
    return Math.max(...read);
  });

const endpointOf = (...eventTypes: string[]) => ({
  id: 'we_1',
  accountId: ACCOUNT,
  eventTypes,
  filter: null,
  ordering: 'none',
});
const window = { since: new Date(Date.now() - 4 * DAY_MS), until: new Date(Date.now() + DAY_MS) };
const START = { transactionId: 0n, position: 0n };

describe('a few events among very many of other types', () => {
  it('are looked at by a replay without reading the others', async () => {
    const endpoint = endpointOf('catch.*');
    const read = await readBy(async (tx) =>
      expect((await missingAfter(tx, endpoint, window, START)).missing).toHaveLength(5),
    );
    expect(read).toBeLessThanOrEqual(FEW);
  });

  it('are counted without reading the others', async () => {
    const endpoint = endpointOf('catch.*', 'species.*');
    const read = await readBy(async (tx) => expect(await eventsAfter(tx, endpoint, window, START)).toBe(5));
    expect(read).toBeLessThanOrEqual(FEW);
  });

  it('have the newest one of an account found without reading the others', async () => {
    const seen = { accountId: ACCOUNT, types: FEED_TYPES, horizon: 1_000_000n, now: new Date() };
    const read = await readBy(async (tx) => expect(await newestSeen(tx, seen)).toMatch(/^evt_.*10005$/));
    expect(read).toBeLessThanOrEqual(FEW);
  });

  it('are below a horizon that is found without reading them', async () => {
    expect(await readBy((tx) => settledHorizon(tx))).toBeLessThanOrEqual(FEW);
  });

  it('are listed without reading the others', async () => {
    const read = await readBy(async (tx) => {
      const cursors = new Cursors(['x'.repeat(32)]);
      const db = tx as unknown as pg.Pool;
      const list = new EventListQuery(db, {} as HeavyReads, cursors, new TestClock(new Date().toISOString()));
      const query = {
        type: ['catch.*', 'species.*'],
        per_page: 25,
        page: 1,
        total: false,
        units: 'imperial',
      } satisfies ListEventsQuery;
      expect((await list.execute(testCaller({ accountId: ACCOUNT }), query, undefined)).data).toHaveLength(5);
    });
    expect(read).toBeLessThanOrEqual(FEW);
  });
});

describe('a window with few of very many events', () => {
  const early = { since: window.since, until: new Date(Date.now() - 2 * DAY_MS) };

  it('is replayed whole', async () => {
    const found: bigint[] = [];
    for (let after: FeedPosition = START, isLast = false; !isLast;) {
      const part = await missingAfter(pool, endpointOf('*'), early, after);
      found.push(...part.missing.map(({ position }) => position));
      ({ reached: after, isLast } = part);
    }
    expect(found).toEqual(LATE.map(BigInt));
  });

  it('is looked at without reading all that came after it', async () => {
    const after = { transactionId: 1n, position: BigInt(Number(LATE[1]) - STEP / 2) };
    const read = await readBy(async (tx) => {
      const { missing, reached, isLast } = await missingAfter(tx, endpointOf('leaderboard.*'), early, after);
      expect(missing.map(({ position }) => Number(position))).toEqual([LATE[1]]);
      expect([reached.position, isLast]).toEqual([after.position + BigInt(STEP), false]);
    });
    expect(read).toBeLessThanOrEqual(STEP + FEW);
  });
});

describe('the first of very many events', () => {
  it('are looked at by a replay without reading those after them', async () => {
    const endpoint = endpointOf('*');
    const read = await readBy(async (tx) =>
      expect((await missingAfter(tx, endpoint, window, START)).missing).toHaveLength(STEP),
    );
    expect(read).toBeLessThanOrEqual(STEP + FEW);
  });
});
