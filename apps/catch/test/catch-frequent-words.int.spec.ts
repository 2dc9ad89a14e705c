import { LARGEMOUTH, OWNER, WALLEYE } from './catch.builders.js';
import { CatchHarness, idsOf } from './catch.harness.js';

/** So many hits are gathered and counted in one go; of more a page is looked for in the list's order. */
const COUNTED = 50_000;
const COUNT = COUNTED + 2;

/**
 * Every second one is a largemouth; of the others, which are from a green lake, three tell of a largemouth and three of
 * a bucketmouth, two of both. Every fifth is from Louisiana, most others from Texas; the rest tells of it.
 */
const FILL = `
INSERT INTO catches (id, account_id, angler_id, species_id, region, weight_lbs, caught_at, has_location, location_name,
  notes, verification_tier, version, created_at, updated_at)
SELECT 'catch_' || lpad(n::text, 6, '0'), $1, 'ang_owner', CASE WHEN n % 2 = 0 THEN $2 ELSE $3 END,
  CASE WHEN n % 5 = 0 THEN 'US-LA' WHEN n >= 10 THEN 'US-TX' END, 1 + n % 7, at, true, CASE WHEN n % 2 = 1
  THEN 'Der GROẞE, grüne SEE' END,
  concat_ws(' ', CASE n % 3 WHEN 0 THEN 'everywhere' WHEN 1 THEN '(Everywhere)' ELSE 'ÜBERALL-EVERYWHERE' END,
    CASE WHEN n < ${COUNTED} THEN 'countable' END, CASE WHEN n < ${COUNTED + 1} THEN 'uncountable' END,
    CASE WHEN n % 25000 = 0 THEN 'seldom' END, CASE WHEN n % 5 = 0 OR n < 20 THEN 'texas' END,
    CASE WHEN n IN (1, 3, 5) THEN 'largemouth' END, CASE WHEN n IN (3, 5, 7) THEN 'bucketmouth' END),
  0, 1, at, at
FROM generate_series(0, ${COUNT - 1}) AS n,
  LATERAL (SELECT timestamptz '2026-01-01' + n % 1000 * interval '1 minute' AS at) made`;

const COUNT_SPECIES = `
INSERT INTO catch_counts (species_id, verification_tier, count)
SELECT coalesce(species_id, '*'), coalesce(verification_tier, -1), count(*) FROM catches
  GROUP BY CUBE (species_id, verification_tier)`;

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
  await catches.pool.query(FILL, [OWNER, LARGEMOUTH, WALLEYE]);
  await catches.pool.query(COUNT_SPECIES);
  await catches.pool.query("INSERT INTO catch_words (word, account_id) SELECT unnest($1::text[]), ''", [
    ['everywhere', 'countable', 'uncountable', 'seldom', 'largemouth', 'bucketmouth', 'überall'],
  ]);
  await catches.pool.query("INSERT INTO catch_words (word, account_id) VALUES ('grüne', $1)", [OWNER]);
}, 60_000);
afterAll(() => catches.stop());

const read = (query: string) => catches.listed(query);
describe.each(['unknown to the planner', 'known to the planner'])(
  'a search by a word whose frequency is %s',
  (known) => {
    beforeAll(() => (known.startsWith('known') ? catches.pool.query('ANALYZE catches') : undefined));

    it.each([
      ['countable', COUNTED],
      ['uncountable', COUNTED + 1],
      ['evrywhere', COUNT],
      ['überall', Math.floor(COUNT / 3)],
      ['seldom everywhere', 3],
    ])('has its exact total: %s, %i', async (q, total) => {
      expect((await read(`q=${q}`)).total).toBe(total);
    });

    it.each([
      ['a species, or is in the text', 'largemouth', COUNT / 2 + 3],
      ['a region, or is in the text', 'texas', COUNT],
      ['a species and a region, or is in the text', 'la', COUNT / 2 + COUNTED / 10 + 2],
      ['a species or a region, and another word', 'la everywhere', COUNT / 2 + COUNTED / 10 + 2],
      ['a species by two words, or tells both', 'largemouth bucketmouth', COUNT / 2 + 2],
      ['a species by two misspelt words', 'largmouth bucketmuoth', COUNT / 2 + 2],
      ['a species by both words and another by one', 'bass bucketmouth', COUNT / 2 + 3],
      ['another species by each word', 'walleye bucketmouth', 3],
      ['a species by one word of two', 'walleye everywhere', COUNT / 2],
    ])('has its exact total by what means %s', async (_what, q, total) => {
      expect((await read(`q=${q}`)).total).toBe(total);
      expect((await read(`q=${q}&min_weight_lbs=1`)).total).toBe(total);
    });

    it.each(['grüne', 'grune', 'GRÜN'])('is looked for in the places of its owner: %s', async (q) => {
      for (const sort of ['-created_at', 'weight_lbs']) {
        expect(idsOf(await read(`q=${q}&sort=${sort}&total=false`))).toEqual(
          idsOf(await read(`species=walleye&sort=${sort}&total=false`)),
        );
      }
    });

    it.each(['-created_at', 'weight_lbs', '-weight_lbs,created_at', 'weight_lbs,-caught_at,updated_at'])(
      'is in the order of the list without it: %s',
      async (sort) => {
        const [found, listed] = [await read(`q=everywhere&sort=${sort}`), await read(`sort=${sort}&total=false`)];
        expect(idsOf(found)).toEqual(idsOf(listed));
        const [next, listedNext] = [
          await read(`q=everywhere&sort=${sort}&cursor=${found.next_cursor}`),
          await read(`sort=${sort}&total=false&cursor=${listed.next_cursor}`),
        ];
        expect([idsOf(next), next.total]).toEqual([idsOf(listedNext), COUNT]);
      },
    );
  },
);

describe('a search in the order of a measure that most of its catches lack', () => {
  const WINDOW = 20_000;
  const MEASURED = 60;

  /** More longer catches of the other species than are looked at one by one, then a few that are searched. */
  const MEASURE = `
INSERT INTO catches (id, account_id, angler_id, species_id, length_in, weight_lbs, caught_at, has_location,
  verification_tier, version, created_at, updated_at)
SELECT 'catch_long_' || lpad(n::text, 6, '0'), $1, 'ang_owner', CASE WHEN n < ${MEASURED} THEN $3 ELSE $2 END,
  CASE WHEN n < ${MEASURED} THEN 5 ELSE 30 END, 1, now(), false, 0, 1, now(), now()
FROM generate_series(0, ${WINDOW + MEASURED}) AS n`;

  beforeAll(() => catches.pool.query(MEASURE, [OWNER, LARGEMOUTH, WALLEYE]));

  it('begins with all that have it, page after page', async () => {
    for (const [query, count] of [
      ['sort=-length_in&per_page=25', 25],
      ['sort=-length_in&per_page=25&total=false', 25],
      ['sort=-length_in&per_page=25&page=2', 25],
      ['sort=-length_in&per_page=25&page=3', MEASURED - 50],
      ['sort=-length_in&per_page=25&page=4', 0],
    ] as const) {
      const { data } = (await read(`q=walleye&${query}`)) as unknown as { data: { length_in: number | null }[] };
      const measured = data.filter(({ length_in: length }) => length === 5);
      expect([data.length, measured]).toEqual([25, data.slice(0, count)]);
    }
  });

  it('goes on by cursor from the last that has it to the first that does not', async () => {
    const asked = 'q=walleye&sort=-length_in&per_page=50';
    const first = await read(asked);
    const second = await read(`${asked}&cursor=${first.next_cursor}`);
    const third = await read(`${asked}&cursor=${second.next_cursor}`);
    const ids = [first, second, third].flatMap(idsOf);
    expect(new Set(ids).size).toBe(150);
    expect(ids.findLastIndex((id) => id.startsWith('catch_long_'))).toBe(MEASURED - 1);
  });
});
