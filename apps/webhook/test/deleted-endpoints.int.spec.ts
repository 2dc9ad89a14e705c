import { Cursors } from '@cds/listing';
import { createPool, inTransaction } from '@cds/postgres';
import type { SecretBox } from '@cds/service-kit';
import { rowsRead, testDatabase, type TestDatabase } from '@cds/testing';
import { testCaller } from '@cds/testing/identity';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { insertWithinLimit } from '../src/endpoints/create-endpoint/create-endpoint.handler.js';
import { EndpointListQuery } from '../src/endpoints/endpoint-list/endpoint-list.query.js';
import { endpointsToNote } from '../src/endpoints/watched-anglers/note-watched-anglers.js';
import { MessageSweeper } from '../src/messages/message-sweeper.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('webhook');
  pool = createPool(database.url, { applicationName: 'tests', max: 1 });
  await pool.query(FILL, ['we_dead_', MANY, '2 days', null]);
  await pool.query(FILL, ['we_', KEPT, null, '{"angler_id": "ang_1"}']);
  await pool.query(FILL, ['we_unused_', KEPT, '20 minutes', null]);
  await pool.query(`INSERT INTO angler_watches (endpoint_id, account_id, angler_ids, version, changed_at, due_at)
    VALUES ('we_dead_7', 'acc_1', '{ang_1}', 1, now(), NULL)`);
  await pool.query('VACUUM ANALYZE endpoints');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const MANY = 10_000;
const KEPT = 5;
/** Most rows that are read for the few that matter. */
const FEW = 50;
const ACCOUNT = 'acc_1';
/** From then on a connection keeps the plan of a statement. */
const LOOKS = 10;

/** So many endpoints of one account, deleted so long ago. */
const FILL = `
INSERT INTO endpoints (id, account_id, url, event_types, secret, created_at, updated_at, deleted_at, filter)
SELECT $1::text || n, 'acc_1', 'https://a.example', '{*}', 'sealed', now(), now(), now() - $3::interval, $4
FROM generate_series(1, $2::int) AS n`;

/** The most endpoints that `work` reads, however it is planned. What it writes is taken back. */
const readBy = async (work: (tx: pg.PoolClient, look: number) => Promise<unknown>): Promise<number> =>
  inTransaction(pool, async (tx) => {
    const read: number[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      await tx.query('SAVEPOINT before');
      const before = await rowsRead(tx, 'endpoints');
      await work(tx, look);
      read.push((await rowsRead(tx, 'endpoints')) - before);
      await tx.query('ROLLBACK TO before');
    }
    return Math.max(...read);
  });

describe('very many deleted endpoints', () => {
  it('are not read when their account creates another one', async () => {
    const row = {
      id: 'we_new',
      accountId: ACCOUNT,
      url: 'https://a.example',
      eventTypes: ['*'],
      description: null,
      retrySchedule: null,
      filter: null,
      ordering: 'none' as const,
      maxRatePerSecond: null,
      headers: null,
      secret: 'sealed',
      status: 'enabled' as const,
      disabledAt: null,
      disabledReason: null,
      createdAt: new Date(),
      updatedAt: new Date(),
    };
    expect(await readBy((tx) => insertWithinLimit(tx, row))).toBeLessThanOrEqual(FEW);
  });

  it('are not read when their account lists its endpoints', async () => {
    const list = (tx: pg.PoolClient) =>
      new EndpointListQuery(tx as unknown as pg.Pool, new Cursors(['x'.repeat(32)]), {} as SecretBox);
    const query = { sort: [{ key: 'created_at' as const, descending: true }], per_page: 25, page: 1, total: true };
    const read = await readBy(async (tx) =>
      expect((await list(tx).list(testCaller({ accountId: ACCOUNT }), query)).total).toBe(KEPT),
    );
    expect(read).toBeLessThanOrEqual(FEW);
  });

  it('are not read to find whom endpoints watch, but for one that was noted to watch somebody', async () => {
    const read = await readBy(async (tx) => expect(await endpointsToNote(tx, 200)).toHaveLength(KEPT + 1));
    expect(read).toBeLessThanOrEqual(FEW);
  });

  it('are not read to forget those that were deleted just now', async () => {
    const reports = { log: { event: () => undefined }, metrics: new WorkMetrics(new Registry()) };
    const read = await readBy(async (tx) =>
      expect(await new MessageSweeper(tx as unknown as pg.Pool, new BackgroundWork(reports)).sweep()).toBe(KEPT),
    );
    expect(read).toBeLessThanOrEqual(FEW);
  });
});
