import { newId } from '@cds/service-kit';
import { LARGEMOUTH, WALLEYE } from './catch.builders.js';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

interface Page {
  data: {
    id: string;
    weight_lbs: number;
    length_in: number | null;
    species_id: string;
    verification_tier: string;
    created_at: string;
  }[];
  total: number;
  page: number;
  per_page: number;
  has_more: boolean;
  next_cursor: string | null;
  errors?: { parameter: string; code: string; detail: string }[];
}

let catches: CatchHarness;
const list = (query = '') => catches.call<Page>('GET', `/v1/catches${query}`);

beforeAll(async () => {
  catches = await CatchHarness.start();
  for (let at = 1; at <= 30; at += 1) {
    await catches.logged({
      species: at % 3 === 0 ? 'walleye' : 'largemouth bass',
      weight_lbs: at,
      ...(at % 2 === 0 && { length_in: 100 - at }),
    });
  }
});
afterAll(() => catches.stop());

describe('the list of catches', () => {
  it('answers the newest 25 with the exact total', async () => {
    const { status, body, headers } = await list();
    expect({ status, ...body, data: body.data.map(({ weight_lbs: weight }) => weight) }).toEqual({
      status: 200,
      total: 30,
      page: 1,
      per_page: 25,
      has_more: true,
      next_cursor: expect.any(String),
      data: Array.from({ length: 25 }, (_, index) => 30 - index),
    });
    expect(headers.get('link')).toBe(
      '</v1/catches?page=1>; rel="first", </v1/catches?page=2>; rel="next", </v1/catches?page=2>; rel="last"',
    );
  });

  it('answers what is left on the last page, and nothing past it', async () => {
    expect((await list('?page=2')).body).toMatchObject({ total: 30, page: 2, has_more: false, data: { length: 5 } });
    expect((await list('?page=3')).body).toMatchObject({ total: 30, page: 3, has_more: false, data: [] });
  });

  it.each([
    ['species by name', '?species=WALLEYE', 10, (one: Page['data'][number]) => one.species_id === WALLEYE],
    ['an alias of two species', '?species=black%20bass', 30, () => true],
    ['two species', `?species=walleye&species=${LARGEMOUTH}`, 30, () => true],
    [
      'a range of weights, bounds included',
      '?min_weight_lbs=10&max_weight_lbs=12.0',
      3,
      (one: Page['data'][number]) => one.weight_lbs >= 10 && one.weight_lbs <= 12,
    ],
    [
      'tier',
      '?verification_tier=unverified&verification_tier=photo',
      30,
      (one: Page['data'][number]) => one.verification_tier === 'unverified',
    ],
    ['a tier that none has', '?verification_tier=certified', 0, () => false],
    [
      'species, tier and weight together',
      '?species=walleye&verification_tier=unverified&max_weight_lbs=9',
      3,
      (one: Page['data'][number]) => one.weight_lbs <= 9,
    ],
  ])('filters by %s', async (_by, query, total, fits) => {
    const { body } = await list(`${query}&per_page=100`);
    expect(body.total).toBe(total);
    expect(body.data).toHaveLength(total);
    expect(body.data.every(fits)).toBe(true);
  });

  it.each([
    'weight_lbs',
    '-weight_lbs',
    'created_at',
    '-caught_at',
    'updated_at',
    'length_in,-weight_lbs',
    '-length_in',
  ])('sorts by %s, nulls last', async (sort) => {
    const { body } = await list(`?sort=${sort}&per_page=100`);
    const [key, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort.split(',')[0] ?? '', 1];
    const values = body.data.map((one) => one[key as keyof typeof one]);
    const known = values.filter((value) => value !== null);
    expect(values.slice(known.length)).toEqual(values.slice(known.length).map(() => null));
    expect(known).toEqual([...known].sort((a, b) => sign * (a < b ? -1 : a > b ? 1 : 0)));
  });

  it.each([
    ['an unknown parameter', '?weight=5', 'weight', 'unknown_parameter'],
    ['a page below 1', '?page=0', 'page', 'too_small'],
    ['over 100 a page', '?per_page=101', 'per_page', 'too_big'],
    ['a page over 10,000 rows deep', '?page=401', 'page', 'too_big'],
    ['a word for a number', '?min_weight_lbs=heavy', 'min_weight_lbs', 'type'],
    ['an unknown tier', '?verification_tier=gold', 'verification_tier', 'enum'],
    ['an unknown sort', '?sort=notes', 'sort', 'enum'],
    ['an unknown species', '?species=unicorn', 'species', 'species.unknown'],
    ['a single parameter twice', '?page=1&page=2', 'page', 'repeated'],
  ])('refuses %s by its name', async (_what, query, parameter, code) => {
    const { status, body } = await list(query);
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ parameter, code }] });
  });

  it('suggests the nearest names for an unknown one, and nothing for an id', async () => {
    const id = newId('species');
    const { body } = await list(`?species=walleyes&species=${id}`);
    expect(body.errors?.map(({ detail }) => detail)).toEqual([
      'No species is called "walleyes". Nearest: Walleye, Largemouth Bass.',
      `No species has the id "${id}".`,
    ]);
  });

  it('names all that is wrong with the parameters', async () => {
    const { body } = await list('?page=x&per_page=1000&colour=red');
    expect(body.errors?.map(({ parameter }) => parameter).sort()).toEqual(['colour', 'page', 'per_page']);
  });

  it.each([
    ['?species=unicorn&per_page=0', ['per_page too_small', 'species species.unknown']],
    ['?colour=red&species=walleye&species=unicorn', ['colour unknown_parameter', 'species species.unknown']],
    ['?species=unicorn&sort=notes&species=dragon', ['sort enum', 'species species.unknown', 'species species.unknown']],
    ['?species=unicorn&page=2&cursor=x', ['cursor conflict', 'species species.unknown']],
    ['?species=unicorn&cursor=x', ['species species.unknown']],
    ['?species=&per_page=0', ['per_page too_small', 'species too_small']],
  ])('names unknown species beside everything else that is wrong: %s', async (query, faults) => {
    const { status, body } = await list(query);
    expect([status, body.errors?.map(({ parameter, code }) => `${parameter} ${code}`).sort()]).toEqual([400, faults]);
  });
});

describe('the kept totals', () => {
  it('stay exact over edits, verifications, deletions and folding', async () => {
    const id = await catches.logged();
    const total = async (query: string) => (await list(query)).body.total;
    await catches.call('PATCH', `/v1/catches/${id}`, { species: 'walleye' });
    expect([await total(''), await total('?species=walleye')]).toEqual([31, 11]);
    const requested = await catches.call<{ id: string }>(
      'POST',
      `/v1/catches/${id}/verifications`,
      { tier: 'witnessed', evidence: { witness: { name: 'Ann' } } },
      owner,
    );
    await catches.call('POST', `/v1/verifications/${requested.body.id}/approve`, undefined, reviewer);
    expect([
      await total('?verification_tier=witnessed'),
      await total('?verification_tier=witnessed&species=walleye'),
      await total('?verification_tier=unverified'),
    ]).toEqual([1, 1, 30]);
    await catches.folded();
    expect([await total(''), await total('?verification_tier=witnessed'), await total('?species=walleye')]).toEqual([
      31, 1, 11,
    ]);
    await catches.call('DELETE', `/v1/catches/${id}`);
    expect([await total(''), await total('?verification_tier=witnessed'), await total('?species=walleye')]).toEqual([
      30, 0, 10,
    ]);
  });
});
