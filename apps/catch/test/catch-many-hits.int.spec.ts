import type { CatchListRow } from '../src/catches/read/catch-list/catch-list.projection.js';
import { SORT_KEYS } from '../src/catches/read/catch-list/catch-list.schemas.js';
import { LARGEMOUTH, WALLEYE } from './catch.builders.js';
import { CatchHarness, idsOf } from './catch.harness.js';
import { storeCatches, storedCatch } from './stored-catches.js';

const FEW = 5_000;
const MIXED = [
  'weight_lbs,-depth_ft',
  '-depth_ft,created_at',
  '-length_in,weight_lbs,depth_ft',
  'created_at,-length_in,-depth_ft,weight_lbs',
];
const COUNT = 6_000;

/** Words are told in `FEW`, in one more, and in all; a few tell the name of the other half's species. */
const ROWS: readonly CatchListRow[] = Array.from({ length: COUNT }, (_, at) =>
  storedCatch(`catch_${String(at).padStart(5, '0')}`, {
    species_id: at % 2 === 0 ? WALLEYE : LARGEMOUTH,
    created_at: new Date(Date.UTC(2026, 0, 1) + (at % 7) * 60_000),
    weight_lbs: 1 + (at % 11),
    length_in: at % 3 === 0 ? null : at % 13,
    depth_ft: at % 5 === 0 ? null : at % 17,
    latitude: 30 + (at % 10) / 10,
    longitude: -97,
    notes: [
      'everywhere',
      ...(at < FEW ? ['thousands'] : []),
      ...(at < FEW + 1 ? ['overflow'] : []),
      ...(at % 100 === 1 ? ['walleyed'] : []),
    ].join(' '),
  }),
);

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
  await storeCatches(catches.pool, ROWS);
  await catches.pool.query("INSERT INTO catch_words (word, account_id) SELECT unnest($1::text[]), ''", [
    ['everywhere', 'thousands', 'overflow', 'walleyed'],
  ]);
});
afterAll(() => catches.stop());

const read = (query: string) => catches.listed(query);

describe('a search that many fit', () => {
  it.each([
    ['thousands', FEW],
    ['overflow', FEW + 1],
    ['everywhere', COUNT],
    ['evrywhere', COUNT],
  ])('has its exact total: %s, %i', async (q, total) => {
    expect((await read(`q=${q}`)).total).toBe(total);
  });

  it('counts the catches of a species, and those of others that tell its name, once each', async () => {
    const others = ROWS.filter((row) => row.species_id === LARGEMOUTH && row.notes?.includes('walleyed'));
    for (const q of ['walleye', 'wallleye']) expect((await read(`q=${q}`)).total).toBe(COUNT / 2 + others.length);
  });

  it.each([...SORT_KEYS.flatMap((key) => [key, `-${key}`]), ...MIXED])(
    'is in the same order as the list without it: %s',
    async (sort) => {
      const asked = [`sort=${sort}`, `sort=${sort}&page=3&per_page=100`, `sort=${sort}&page=60&per_page=100`];
      for (const query of asked) expect(idsOf(await read(`q=everywhere&${query}`))).toEqual(idsOf(await read(query)));
    },
  );

  it('goes on by cursor, with and without a total', async () => {
    for (const asked of [
      'q=everywhere&sort=-depth_ft&per_page=100',
      'q=everywhere&sort=-depth_ft&per_page=100&total=false',
      'bbox=-98,29,-96,32&sort=-depth_ft&per_page=100',
    ]) {
      const first = await read(asked);
      const second = await read(`${asked}&cursor=${first.next_cursor}`);
      expect(second.total).toBe(first.total);
      expect(idsOf(second)).toEqual(idsOf(await read('sort=-depth_ft&per_page=100&page=2')));
    }
  });

  it('ends where its last row does', async () => {
    const last = await read('q=everywhere&sort=created_at&page=60&per_page=100');
    expect([last.data.length, last.next_cursor]).toEqual([100, null]);
    expect((await read('q=everywhere&sort=created_at&page=61&per_page=100')).data).toEqual([]);
  });

  it('finds few among many that other filters leave', async () => {
    expect(await read('q=everywhere&min_weight_lbs=11&max_length_in=0&min_depth_ft=16')).toMatchObject({
      total: ROWS.filter((row) => row.weight_lbs === 11 && row.length_in === 0 && row.depth_ft === 16).length,
    });
  });
});

const compare = (one: CatchListRow, other: CatchListRow, term: string): number => {
  const [a, b] = [one, other].map(
    (row) => row[term.replace('-', '') as 'weight_lbs' | 'length_in' | 'depth_ft' | 'created_at'],
  );
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return Math.sign(Number(a) - Number(b)) * (term.startsWith('-') ? -1 : 1);
};

/** By what is asked, then by id in the first key's direction. */
const sorted = (rows: readonly CatchListRow[], sort: string): string[] =>
  rows
    .toSorted((one, other) => {
      const told = sort
        .split(',')
        .map((term) => compare(one, other, term))
        .find((compared) => compared !== 0);
      return told ?? (one.id < other.id ? -1 : 1) * (sort.startsWith('-') ? -1 : 1);
    })
    .map(({ id }) => id);

const walk = async (query: string): Promise<string[]> => {
  let page = await read(`${query}&per_page=100`);
  const seen = idsOf(page);
  while (page.next_cursor !== null) {
    page = await read(`${query}&per_page=100&cursor=${page.next_cursor}`);
    seen.push(...idsOf(page));
  }
  return seen;
};

describe('an order of several keys, of which hundreds of catches are equal in the first', () => {
  it.each(MIXED)(
    'is walked from end to end by cursor: %s',
    async (sort) => {
      expect(await walk(`sort=${sort}`)).toEqual(sorted(ROWS, sort));
    },
    60_000,
  );

  it('is the same by page numbers, and beyond its end', async () => {
    for (const sort of MIXED) {
      const expected = sorted(ROWS, sort);
      for (const page of [2, 31, 60, 61])
        expect(idsOf(await read(`sort=${sort}&per_page=100&page=${page}`))).toEqual(
          expected.slice(page * 100 - 100, page * 100),
        );
    }
  });

  it('is of those alone that fit a filter', async () => {
    const rows = ROWS.filter(({ weight_lbs: weight, depth_ft: depth }) => weight <= 3 && depth !== null && depth >= 4);
    for (const sort of MIXED)
      expect(await walk(`sort=${sort}&max_weight_lbs=3&min_depth_ft=4`)).toEqual(sorted(rows, sort));
  });
});

describe('a search that few fit', () => {
  it('goes on by cursor with the total of its first page', async () => {
    const first = await read('q=thousands&sort=length_in&per_page=100');
    const second = await read(`q=thousands&sort=length_in&per_page=100&cursor=${first.next_cursor}`);
    expect(second.total).toBe(FEW);
    expect([...idsOf(first), ...idsOf(second)]).toEqual([
      ...idsOf(await read('q=thousands&sort=length_in&per_page=100&page=1&total=false')),
      ...idsOf(await read('q=thousands&sort=length_in&per_page=100&page=2')),
    ]);
  });

  it('is empty beyond its end, with its total', async () => {
    expect(await read('q=walleyed&page=9')).toMatchObject({ data: [], total: 60, next_cursor: null });
  });
});
