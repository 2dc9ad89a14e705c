import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import { lookUpRows } from '../src/entries/rankings/writer-lock.js';
import { boardsHarness } from './boards.harness.js';

const WAITING = 3_000;
const TAKEN = 300;

let boards: Awaited<ReturnType<typeof boardsHarness>>;
beforeAll(async () => {
  boards = await boardsHarness();
});
afterAll(() => boards.close());

const add = `INSERT INTO catch_changes (catch_id) SELECT 'catch_' || n FROM generate_series(1, $1::int) AS n`;
const READ = `
  SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read
  FROM pg_stat_xact_user_tables WHERE relname = 'catch_changes'`;

const rowsRead = async (tx: pg.PoolClient): Promise<number> =>
  (await tx.query<{ read: number }>(READ)).rows[0]?.read ?? 0;

it('takes a few of many waiting changes without reading the others, on a connection that found none for long', async () => {
  await boards.pool.query('VACUUM ANALYZE catch_changes');
  const work = inTransaction(boards.pool, async (tx) => {
    await lookUpRows(tx);
    for (let look = 0; look < 10; look += 1) expect(await boards.parts.changes.take(tx, TAKEN)).toEqual([]);
    await tx.query(add, [WAITING]);
    const before = await rowsRead(tx);
    const taken = await boards.parts.changes.take(tx, TAKEN);
    return { taken: taken.map(({ catchId }) => catchId), read: (await rowsRead(tx)) - before };
  });
  const { taken, read } = await work;
  expect(taken).toEqual(Array.from({ length: TAKEN }, (_, index) => `catch_${index + 1}`));
  expect(read).toBeLessThanOrEqual(3 * TAKEN);
});
