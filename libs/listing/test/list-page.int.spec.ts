import { testDatabase } from '@cds/testing';
import type pg from 'pg';
import { createPool, type Order, orderOf, type SortBy } from '@cds/postgres';
import { type CursorEnvelope, Cursors, tablePage } from '../src/index.js';

interface Lure {
  id: string;
  name: string;
  weight: number | null;
  made_at: Date;
}
type Key = 'name' | 'weight' | 'made_at';

const cursors = new Cursors(['a-secret-of-more-than-thirty-two-characters']);
let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: pg.Pool;

beforeAll(async () => {
  database = await testDatabase('empty');
  pool = createPool(database.url, { applicationName: 'kit-test', max: 2 });
  await pool.query(
    'CREATE TABLE lures (id text PRIMARY KEY, name text NOT NULL, weight float8, made_at timestamptz(3) NOT NULL)',
  );
  // Ties in every key, and nulls.
  await pool.query(`INSERT INTO lures SELECT 'lure_' || n, chr(97 + n % 3), CASE WHEN n % 4 > 0
    THEN (n % 5) / 10.0 END, timestamptz '2026-06-01 06:30:00.123Z' + n % 2 * interval '1 ms'
    FROM generate_series(10, 49) n`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const page = (order: Order, query: { page?: number; cursor?: string }): Promise<CursorEnvelope<Lure>> =>
  tablePage<Lure>(
    pool,
    cursors,
    ['lures'],
    { per_page: 7, total: true, ...query },
    { table: 'lures', columns: 'id, name, weight, made_at', order, terms: () => [] },
  );

const walked = async (order: Order): Promise<string[]> => {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, next_cursor: next }: CursorEnvelope<Lure> = await page(order, cursor === undefined ? {} : { cursor });
    ids.push(...data.map(({ id }) => id));
    cursor = next;
  }
  return ids;
};

const compare = (one: unknown, other: unknown): number =>
  one === other ? 0 : (one as string) < (other as string) ? -1 : 1;
const sorted = async (sort: readonly SortBy<Key>[]): Promise<string[]> => {
  const { rows } = await pool.query<Lure>('SELECT * FROM lures');
  const byKey =
    ({ key, descending }: { key: Key | 'id'; descending: boolean }) =>
    (one: Lure, other: Lure): number => {
      if (one[key] === null || other[key] === null) return Number(one[key] === null) - Number(other[key] === null);
      return (
        compare(
          Number.isNaN(Number(one[key])) ? one[key] : Number(one[key]),
          Number.isNaN(Number(other[key])) ? other[key] : Number(other[key]),
        ) * (descending ? -1 : 1)
      );
    };
  const keys = [...sort, { key: 'id' as const, descending: sort[0]?.descending === true }].map(byKey);
  return rows
    .toSorted((one, other) => keys.map((by) => by(one, other)).find((order) => order !== 0) ?? 0)
    .map(({ id }) => id);
};

describe('a list that is walked by cursor', () => {
  const up = (key: Key) => ({ key, descending: false });
  const down = (key: Key) => ({ key, descending: true });

  it.each([
    [[up('name')]],
    [[down('name')]],
    [[up('weight')]],
    [[down('weight')]],
    [[up('name'), up('made_at')]],
    [[up('name'), down('made_at')]],
    [[down('name'), up('weight')]],
    [[down('weight'), down('name')]],
    [[up('weight'), down('made_at'), up('name')]],
    [[down('made_at'), up('weight'), down('name')]],
  ])('has each row once, in its order, nulls last: %j', async (sort) => {
    const order = orderOf<Key>(sort, new Set<Key>(['weight']));
    const expected = await sorted(sort);
    expect(await walked(order)).toEqual(expected);
    expect((await page(order, { page: 3 })).data.map(({ id }) => id)).toEqual(expected.slice(14, 21));
  });

  it('may be in the order of an expression, each key in a direction of its own', async () => {
    const order = [
      { column: '(weight IS NULL)', descending: true },
      { column: 'name', descending: false },
      { column: 'id', descending: true },
    ];
    const { rows } = await pool.query<Lure>('SELECT * FROM lures ORDER BY weight IS NULL DESC, name, id DESC');
    expect(await walked(order)).toEqual(rows.map(({ id }) => id));
  });

  it('counts its rows on the first page alone', async () => {
    const texts: string[] = [];
    const db = { query: (text: string, values: unknown[]) => (texts.push(text), pool.query(text, values)) };
    const list = { table: 'lures', columns: 'id', order: orderOf([]), terms: () => [] };
    const first = await tablePage<Lure>(db, cursors, ['lures'], { per_page: 30, total: true }, list);
    const second = await tablePage<Lure>(
      db,
      cursors,
      ['lures'],
      { per_page: 30, total: true, cursor: first.next_cursor ?? '' },
      list,
    );
    expect([first.total, second.total, second.data.length]).toEqual([40, 40, 10]);
    expect(texts.filter((text) => text.includes('count(*)'))).toHaveLength(1);
  });
});
