import { TOPICS } from '@cds/contracts';
import { LIVE_BURST } from '@cds/event-store';
import type { Caller } from '@cds/identity';
import { eventually, newTopics, testKafka } from '@cds/testing';
import { testCaller } from '@cds/testing/identity';
import type { ImportView } from '../src/imports/import-view.js';
import { LIVE_ROWS_PER_HOUR } from '../src/imports/run-import/import-priority.js';
import { CatchHarness } from './catch.harness.js';
import { Outside } from './outside.js';

let harness: CatchHarness;
let copy: CatchHarness;
let outside: Outside;
beforeAll(async () => {
  const { brokers } = testKafka();
  await newTopics(brokers, { [TOPICS.catchEvents]: 3, [TOPICS.catchOwnerEvents]: 3, [TOPICS.catchAnglers]: 3 });
  // What waits with bulk priority waits for all of the test.
  const env = { IMPORT_PUBLISH_PER_SECOND: '1' };
  harness = await CatchHarness.start({ env });
  copy = await CatchHarness.start({ env, beside: harness, storage: harness.storage });
  outside = await Outside.listen(TOPICS.catchEvents);
});
/** Earlier events leave the whole burst to the next test. */
beforeEach(() => harness.pool.query("UPDATE events SET occurred_at = occurred_at - interval '1 day'"));
afterAll(async () => {
  await outside.stop();
  await copy.stop();
  await harness.stop();
});

let accounts = 0;
const newAccount = (): Caller => {
  const name = `importer-${(accounts += 1)}`;
  return testCaller({ accountId: `acc_${name}`, accountName: name, scopes: ['catches:read', 'catches:write'] });
};

const BATCH = 1_000;
const MORE_THAN_BUDGET = LIVE_ROWS_PER_HOUR + BATCH;

let files = 0;
/** No two files are the same. */
const fileOf = (rows: number): string => {
  const notes = `file ${(files += 1)}`;
  return `${JSON.stringify({ species: 'walleye', weight_lbs: 1, notes })}\n`.repeat(rows);
};

const importRows = async (caller: Caller, rows: number, by = harness): Promise<void> => {
  const { status, body } = await by.imported(fileOf(rows), {}, caller);
  expect(status).toBe(202);
  await eventually(
    async () => {
      const { body: job } = await by.call<ImportView & Record<string, unknown>>(
        'GET',
        `/v1/imports/${body.id}`,
        undefined,
        caller,
      );
      expect(job).toMatchObject({ status: 'completed', accepted: rows });
    },
    { timeoutMs: 60_000 },
  );
};

/** How many rows of an account became live events, and how many bulk events. */
const lanesOf = async ({ accountId }: Caller): Promise<{ live: number; bulk: number }> => {
  const { rows } = await harness.pool.query<{ live: number; bulk: number }>(
    `SELECT count(*) FILTER (WHERE lane = 0)::int AS live, count(*) FILTER (WHERE lane = 1)::int AS bulk
     FROM events WHERE metadata #>> '{actor,account_id}' = $1`,
    [accountId],
  );
  return rows[0] ?? { live: 0, bulk: 0 };
};

const bulkWaits = (): Promise<number> =>
  harness.count(`events JOIN relay_checkpoints checkpoint USING (lane)
    WHERE lane = 1 AND (events.transaction_id, events.position) > (checkpoint.transaction_id, checkpoint.position)`);

describe('a small import', () => {
  it('is published while a large one of another account waits', async () => {
    const [large, small] = [newAccount(), newAccount()];
    await importRows(large, MORE_THAN_BUDGET);
    expect(await lanesOf(large)).toEqual({ live: LIVE_ROWS_PER_HOUR, bulk: BATCH });
    await importRows(small, 10);
    const { rows } = await harness.pool.query<{ id: string }>('SELECT id FROM catches WHERE account_id = $1', [
      small.accountId,
    ]);
    expect(rows).toHaveLength(10);
    await eventually(() => expect(rows.map(({ id }) => outside.of(id).length)).toEqual(rows.map(() => 1)), {
      timeoutMs: 60_000,
    });
    expect(await bulkWaits()).toBeGreaterThan(0);
  });
});

describe('an account that has used its live rows', () => {
  it('imports bulk events until an hour after that import ended', async () => {
    const caller = newAccount();
    await importRows(caller, LIVE_ROWS_PER_HOUR);
    expect(await lanesOf(caller)).toEqual({ live: LIVE_ROWS_PER_HOUR, bulk: 0 });
    await importRows(caller, 10);
    expect(await lanesOf(caller)).toEqual({ live: LIVE_ROWS_PER_HOUR, bulk: 10 });
    await harness.pool.query(
      "UPDATE imports SET completed_at = completed_at - interval '1 hour' WHERE account_id = $1",
      [caller.accountId],
    );
    await importRows(caller, 10);
    expect(await lanesOf(caller)).toEqual({ live: LIVE_ROWS_PER_HOUR + 10, bulk: 10 });
  });

  it('has no more of them by many imports at once in several copies', async () => {
    const caller = newAccount();
    const rows = 700;
    const fit = Math.floor(LIVE_ROWS_PER_HOUR / rows);
    await Promise.all([harness, copy, harness, copy, harness].map((by) => importRows(caller, rows, by)));
    expect(await lanesOf(caller)).toEqual({ live: fit * rows, bulk: (5 - fit) * rows });
  });
});

describe('live rows of all accounts', () => {
  it('are bulk events once the log gets live events faster than imports may be published', async () => {
    const full = LIVE_BURST / LIVE_ROWS_PER_HOUR;
    const callers = Array.from({ length: full + 1 }, newAccount);
    for (const caller of callers) await importRows(caller, LIVE_ROWS_PER_HOUR);
    const lanes = await Promise.all(callers.map(lanesOf));
    expect(lanes.slice(0, full)).toEqual(Array(full).fill({ live: LIVE_ROWS_PER_HOUR, bulk: 0 }));
    expect(lanes[full]).toEqual({ live: 0, bulk: LIVE_ROWS_PER_HOUR });
  });
});
