import { asStatement, createPool, prepared } from '@cds/postgres';
import { rowsRead, testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import type { CatchViews } from '../src/catches/read/catch-views.js';
import { ReadCatchQuery } from '../src/catches/read/catch-list/read-catch.query.js';
import { loggedCatch } from '../src/catches/model/catch.state.js';
import { saveCatch } from '../src/catches/write/save-catch.js';
import { catchLogged } from './catch.builders.js';
import { storedCatch, storeCatches } from './stored-catches.js';

const LOOKS = 10;

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await testDatabase('catch');
  pool = createPool(database.url, { applicationName: 'tests', max: 1 });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const store = (from: number, to: number): Promise<void> =>
  storeCatches(
    pool,
    Array.from({ length: to - from }, (_, n) => storedCatch(`catch_${from + n}`)),
  );

/** How many catches `work` reads, on the connection that has planned it before `grow`. */
const readBy = async (work: () => Promise<unknown>, grow: () => Promise<void>): Promise<number> => {
  for (let look = 0; look < LOOKS; look += 1) await work();
  await grow();
  await pool.query('BEGIN');
  const before = await rowsRead(pool, 'catches');
  await work();
  const read = (await rowsRead(pool, 'catches')) - before;
  await pool.query('COMMIT');
  return read;
};

it('a catch is read by its id when its statement was planned without any', async () => {
  const views = { ofRows: (rows: readonly unknown[]) => Promise.resolve(rows) } as unknown as CatchViews;
  const query = new ReadCatchQuery(pool, views);
  const read = () => query.execute('catch_7', 'acc_1').catch(() => undefined);
  expect(await readBy(read, () => store(0, 3_000))).toBe(1);
});

describe.each(['edit', 'delete'] as const)('the %s of a catch', (kind) => {
  it('reads no others when its statement was planned for a few thousand', async () => {
    await store(0, 2_000);
    await pool.query('VACUUM ANALYZE catches');
    const before = loggedCatch('catch_none', catchLogged(), 1, new Date());
    const after = kind === 'edit' ? before : { ...before, status: 'deleted' as const, deletedAt: before.createdAt };
    const [row] = saveCatch(before, after, []);
    const statement = row && asStatement([row]);
    if (!statement) throw new Error('nothing is written');
    expect(
      await readBy(
        () => pool.query(prepared(statement)),
        () => store(2_000, 4_000),
      ),
    ).toBeLessThanOrEqual(1);
  });
});
