import { tierRank, VERIFICATION_TIERS } from '@cds/contracts';
import fc from 'fast-check';
import type { CatchListRow } from '../src/catches/read/catch-list/catch-list.projection.js';
import { SORT_KEYS } from '../src/catches/read/catch-list/catch-list.schemas.js';
import { LARGEMOUTH, OWNER, REVIEWER, WALLEYE } from './catch.builders.js';
import { CatchHarness } from './catch.harness.js';
import { storeCatches, storedCatch } from './stored-catches.js';

interface Page {
  data: { id: string }[];
  total: number;
  has_more: boolean;
  next_cursor: string | null;
}

const time = (hour: number): Date => new Date(Date.UTC(2026, 5, 1, hour));
const oneOf = <T>(values: readonly T[], at: number): T => values[at % values.length] as T;

/** Few values, so that there are ties and nulls in every column, in every combination. */
const PHOTO = { width: 30, height: 20 };
const PHOTOS: CatchListRow['photos'] = [
  {
    id: 'pho_1',
    digest: 'd'.repeat(64),
    format: 'jpeg',
    sizes: { full: PHOTO, large: PHOTO, small: PHOTO, thumb: PHOTO },
    createdAt: time(20).toISOString(),
  },
];

const ROWS: readonly CatchListRow[] = Array.from({ length: 240 }, (_, at) => {
  const chance = (seed: number) => (Math.imul(at + 1, 2_654_435_761 + seed * 40_503) >>> 0) % 997;
  return storedCatch(`catch_${String(chance(1)).padStart(3, '0')}${String(at).padStart(3, '0')}`, {
    account_id: oneOf([OWNER, REVIEWER], chance(2)),
    angler_id: oneOf(['ang_1', 'ang_2', 'ang_3'], chance(3)),
    species_id: oneOf([LARGEMOUTH, WALLEYE], chance(4)),
    weight_lbs: 1 + (chance(5) % 6),
    length_in: oneOf([null, 10, 20.5, 30], chance(6)),
    depth_ft: oneOf([null, null, 0, 15, 40], chance(7)),
    caught_at: time(chance(8) % 5),
    created_at: time(10 + (chance(9) % 7)),
    updated_at: time(20 + (chance(10) % 4)),
    verification_tier: chance(11) % 4,
    water_type: oneOf(['freshwater', 'saltwater', null], chance(12)),
    released: oneOf([true, false, null], chance(13)),
    region: oneOf(['US-TX', 'US-MN', null], chance(14)),
    country: oneOf(['US', null], chance(15)),
    method: oneOf(['fly', 'casting', null], chance(16)),
    bait: oneOf(['frog', null], chance(17)),
    photos: oneOf([PHOTOS, null, null], chance(18)),
  });
});

type Row = CatchListRow;
/** Each filter as a parameter, and as what it means. */
const atLeast = (name: string, key: keyof Row, values: readonly number[]) => ({
  name,
  values,
  fits: (row: Row, value: number) => row[key] !== null && Number(row[key]) >= value,
});
const atMost = (name: string, key: keyof Row, values: readonly number[]) => ({
  name,
  values,
  fits: (row: Row, value: number) => row[key] !== null && Number(row[key]) <= value,
});
const since = (name: string, key: keyof Row, hours: readonly number[]) => ({
  name,
  values: hours.map((hour) => time(hour).toISOString()),
  fits: (row: Row, value: string) => Number(row[key]) >= Date.parse(value),
});
const before = (name: string, key: keyof Row, hours: readonly number[]) => ({
  name,
  values: hours.map((hour) => time(hour).toISOString()),
  fits: (row: Row, value: string) => Number(row[key]) < Date.parse(value),
});
const equal = (name: string, key: keyof Row, values: readonly unknown[]) => ({
  name,
  values,
  fits: (row: Row, value: unknown) => row[key] === value,
});

interface Filter {
  readonly name: string;
  readonly values: readonly unknown[];
  fits(row: Row, value: never): boolean;
}

const SINGLE: readonly Filter[] = [
  atLeast('min_weight_lbs', 'weight_lbs', [0, 3, 6]),
  atMost('max_weight_lbs', 'weight_lbs', [1, 4, 6]),
  atLeast('min_length_in', 'length_in', [0, 20.5, 31]),
  atMost('max_length_in', 'length_in', [10, 20.5]),
  atLeast('min_depth_ft', 'depth_ft', [0, 15]),
  atMost('max_depth_ft', 'depth_ft', [0, 15]),
  since('caught_after', 'caught_at', [0, 2, 5]),
  before('caught_before', 'caught_at', [2, 4]),
  since('created_after', 'created_at', [12, 16]),
  before('created_before', 'created_at', [12, 16]),
  since('updated_since', 'updated_at', [20, 22, 24]),
  equal('released', 'released', [true, false]),
  {
    name: 'has_photo',
    values: [true, false],
    fits: (row: Row, isWanted: boolean) => (row.photos !== null) === isWanted,
  },
  { name: 'mine', values: [true, false], fits: (row: Row, mine: boolean) => (row.account_id === OWNER) === mine },
  {
    name: 'min_verification_tier',
    values: VERIFICATION_TIERS,
    fits: (row: Row, tier: (typeof VERIFICATION_TIERS)[number]) => row.verification_tier >= tierRank(tier),
  },
];
const REPEATED: readonly Filter[] = [
  equal('species', 'species_id', [LARGEMOUTH, WALLEYE]),
  {
    name: 'verification_tier',
    values: VERIFICATION_TIERS,
    fits: (row: Row, tier: (typeof VERIFICATION_TIERS)[number]) => row.verification_tier === tierRank(tier),
  },
  equal('angler_id', 'angler_id', ['ang_1', 'ang_2', 'ang_none']),
  equal('water_type', 'water_type', ['freshwater', 'saltwater', 'brackish']),
  equal('region', 'region', ['US-TX', 'US-MN', 'US-WI']),
  equal('country', 'country', ['US', 'CA']),
  equal('method', 'method', ['fly', 'trolling']),
  equal('bait', 'bait', ['frog', 'worm']),
];

interface Asked {
  filters: { filter: Filter; values: unknown[] }[];
  sort: string[];
  perPage: number;
}

const filterArbitrary = fc.oneof(
  fc
    .constantFrom(...SINGLE)
    .chain((filter) => fc.constantFrom(...filter.values).map((value) => ({ filter, values: [value] }))),
  fc
    .constantFrom(...REPEATED)
    .chain((filter) => fc.subarray([...filter.values], { minLength: 1 }).map((values) => ({ filter, values }))),
);
const askedArbitrary: fc.Arbitrary<Asked> = fc.record({
  filters: fc.uniqueArray(filterArbitrary, { maxLength: 3, selector: ({ filter }) => filter.name }),
  sort: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...SORT_KEYS), fc.constantFrom('', '-')), {
      minLength: 1,
      maxLength: 4,
      selector: ([key]) => key,
    })
    .map((keys) => keys.map(([key, sign]) => `${sign}${key}`)),
  perPage: fc.integer({ min: 7, max: 100 }),
});

/** What the list should be: filtered, then sorted, nulls last, ties by id in the first key's direction. */
const expectedOf = ({ filters, sort }: Asked): string[] =>
  ROWS.filter((row) => filters.every(({ filter, values }) => values.some((value) => filter.fits(row, value as never))))
    .toSorted((one, other) => {
      for (const term of sort) {
        const compared = compare(one, other, term);
        if (compared !== 0) return compared;
      }
      return (one.id < other.id ? -1 : 1) * (sort[0]?.startsWith('-') ? -1 : 1);
    })
    .map(({ id }) => id);

const compare = (one: Row, other: Row, term: string): number => {
  const key = term.replace('-', '') as keyof Row;
  const [a, b] = [one[key], other[key]];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return Math.sign(Number(a) - Number(b)) * (term.startsWith('-') ? -1 : 1);
};

const queryOf = ({ filters, sort, perPage }: Asked): string => {
  const parameters = new URLSearchParams({ sort: sort.join(','), per_page: String(perPage) });
  for (const { filter, values } of filters) for (const value of values) parameters.append(filter.name, String(value));
  return parameters.toString();
};

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
  await storeCatches(catches.pool, ROWS);
});
afterAll(() => catches.stop());

const read = async (query: string): Promise<Page> => {
  const { status, body } = await catches.call<Page>('GET', `/v1/catches?${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

describe('a list of catches, whatever its filters and its order', () => {
  it('is by cursor, from the first page to the last, what a plain model says', async () => {
    await fc.assert(
      fc.asyncProperty(askedArbitrary, async (asked) => {
        const expected = expectedOf(asked);
        const query = queryOf(asked);
        const seen: string[] = [];
        let page = await read(query);
        for (;;) {
          expect(page.total).toBe(expected.length);
          seen.push(...page.data.map(({ id }) => id));
          expect(page.has_more).toBe(seen.length < expected.length);
          if (page.next_cursor === null) break;
          page = await read(`${query}&cursor=${page.next_cursor}`);
        }
        expect(seen).toEqual(expected);
      }),
      { numRuns: 80 },
    );
  }, 120_000);

  it('is the same by page numbers, and goes on by cursor from any of them', async () => {
    await fc.assert(
      fc.asyncProperty(askedArbitrary, fc.integer({ min: 1, max: 4 }), async (asked, number) => {
        const expected = expectedOf(asked);
        const query = queryOf(asked);
        const page = await read(`${query}&page=${number}`);
        const end = number * asked.perPage;
        expect(page.data.map(({ id }) => id)).toEqual(expected.slice(end - asked.perPage, end));
        expect(page.next_cursor === null).toBe(expected.length <= end);
        if (page.next_cursor === null) return;
        expect((await read(`${query}&cursor=${page.next_cursor}`)).data.map(({ id }) => id)).toEqual(
          expected.slice(end, end + asked.perPage),
        );
      }),
      { numRuns: 50 },
    );
  }, 120_000);
});
