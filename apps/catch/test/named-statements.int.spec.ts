import { jest } from '@jest/globals';
import { POOL, statementNames } from '@cds/postgres';
import type pg from 'pg';
import { CatchListQuery } from '../src/catches/read/catch-list/catch-list.query.js';
import { listCatchesQuery } from '../src/catches/read/catch-list/catch-list.schemas.js';
import { OWNER } from './catch.builders.js';
import { CatchHarness } from './catch.harness.js';

const FILTERS = [
  'min_weight_lbs=1',
  'max_weight_lbs=9',
  'min_length_in=1',
  'max_length_in=90',
  'min_depth_ft=1',
  'max_depth_ft=90',
  'caught_after=2020-01-01T00:00:00Z',
  'caught_before=2030-01-01T00:00:00Z',
  'created_after=2020-01-01T00:00:00Z',
  'created_before=2035-01-01T00:00:00Z',
  'released=true',
  'water_type=freshwater',
  'mine=true',
];
const SHAPES = 5_000;
const AT_ONCE = 20;
const OF_LISTS = /\bcatches\b/;
const MAX_GROWTH_BYTES = 20_000_000;

let catches: CatchHarness;
let pool: pg.Pool;
beforeAll(async () => {
  catches = await CatchHarness.start();
  pool = catches.app.get<pg.Pool>(POOL);
});
afterAll(() => catches.stop());

/** One set of filters per number. */
const shapeOf = (number: number): string => FILTERS.filter((_, bit) => (number >> bit) & 1).join('&');

const listShapes = async (from: number, to: number): Promise<void> => {
  const list = catches.app.get(CatchListQuery);
  let next = from;
  const listNext = async (): Promise<void> => {
    while (next < to) {
      next += 1;
      const parameters = Object.fromEntries(new URLSearchParams(`per_page=1&${shapeOf(next)}`));
      await list.execute(listCatchesQuery.parse(parameters), OWNER);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, listNext));
};

/** What every open connection of the service keeps in PostgreSQL, and how many statements those are. */
const kept = async (): Promise<{ bytes: number; statements: number }> => {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const found = await Promise.all(
    clients.map((client) =>
      client.query<{ bytes: number; statements: number }>(
        `SELECT (SELECT sum(total_bytes) FROM pg_backend_memory_contexts)::float8 AS bytes,
          (SELECT count(*) FROM pg_prepared_statements)::int AS statements`,
      ),
    ),
  );
  for (const client of clients) client.release();
  const rows = found.flatMap((one) => one.rows);
  const sum = (of: 'bytes' | 'statements') => rows.reduce((total, row) => total + row[of], 0);
  return { bytes: sum('bytes'), statements: sum('statements') };
};

test('5,000 combinations of filters add neither names nor noteworthy memory to PostgreSQL', async () => {
  const named = jest.spyOn(statementNames, 'nameOf');
  // Jobs in the background name statements of their own meanwhile.
  const ofLists = () => new Set(named.mock.calls.flatMap(([text]) => (OF_LISTS.test(text) ? text : [])));
  await catches.logged();
  await listShapes(SHAPES, SHAPES + 200);
  // A page that has a name.
  await catches.app.get(CatchListQuery).execute(listCatchesQuery.parse({ per_page: '25' }), OWNER);
  const [before, names] = [await kept(), ofLists()];
  await listShapes(0, SHAPES);
  const after = await kept();
  expect(names).not.toEqual(new Set());
  expect(ofLists()).toEqual(names);
  expect(after.statements - before.statements).toBeLessThan(100);
  expect(after.bytes - before.bytes).toBeLessThan(MAX_GROWTH_BYTES);
}, 120_000);
