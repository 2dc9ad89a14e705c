import { createPool } from '@cds/postgres';
import type { CursorEnvelope } from '@cds/listing';
import { brokenListRules, type TestDatabase, testDatabase } from '@cds/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, type SpeciesHarness, startSpecies } from './species.harness.js';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import type { SpeciesView } from '../src/catalogue/species-view.js';

type Page = CursorEnvelope<SpeciesView> & { total: number };

let database: TestDatabase;
let species: SpeciesHarness;

const list = async (query = ''): Promise<Page> => {
  const { status, body } = await species.get<Page>(`/v1/species${query}`);
  expect(status).toBe(200);
  return body;
};
const namesOf = ({ data }: Page): string[] => data.map((one) => one.common_name);

beforeAll(async () => {
  database = await testDatabase('species');
  const pool = createPool(database.url, { applicationName: 'test' });
  await seedCatalogue(pool, await catalogue(), new Date('2026-03-01T08:00:00.000Z'));
  await pool.end();
  species = await startSpecies(database.url);
});
afterAll(async () => {
  await species.stop();
  await database.drop();
});

describe('the list of species', () => {
  it('is paged, by common name, 25 at a time', async () => {
    const first = await list();
    expect(first).toMatchObject({ total: 625, page: 1, per_page: 25, has_more: true });
    expect(namesOf(first)).toHaveLength(25);
    expect(namesOf(first)).toEqual(namesOf(first).toSorted());
    const last = await list('?page=7&per_page=100');
    expect(last).toMatchObject({ total: 625, page: 7, has_more: false });
    expect(last.data).toHaveLength(25);
    expect((await list('?page=8&per_page=100')).data).toEqual([]);
  });

  it('is complete over its pages, each species once', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map((page) => list(`?per_page=100&page=${String(page)}&sort=-max_weight_lbs`)),
    );
    const all = pages.flatMap(({ data }) => data);
    expect(new Set(all.map(({ id }) => id)).size).toBe(625);
    const weights = all.map((one) => one.max_weight_lbs);
    const known = weights.filter((weight) => weight !== null);
    expect(weights).toEqual([...known.toSorted((a, b) => b - a), ...weights.filter((weight) => weight === null)]);
    expect(known.length).toBeLessThan(625);
  });

  it.each(['max_weight_lbs', '-max_weight_lbs', '-updated_at,scientific_name'])(
    'is complete by cursor, each species once, by %s',
    async (sort) => {
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page = await list(`?sort=${sort}&per_page=100&fields=id${cursor && `&cursor=${cursor}`}`);
        walked.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      const pages = await Promise.all(
        [1, 2, 3, 4, 5, 6, 7].map((page) => list(`?per_page=100&page=${String(page)}&sort=${sort}`)),
      );
      expect(walked).toEqual(pages.flatMap(({ data }) => data.map(({ id }) => id)));
    },
  );

  it.each([
    'family=Esocidae&family=Percidae&sort=-max_weight_lbs',
    'q=salmon',
    'q=trout&sort=max_weight_lbs,-common_name',
  ])('keeps the rules of every list (%s)', async (query) => {
    expect(
      await brokenListRules({
        get: (more) => species.get(`/v1/species?${more}`),
        query,
        other: 'region=europe',
        field: 'slug',
      }),
    ).toEqual([]);
  });

  it('has metric twins where they are asked for', async () => {
    expect((await list('?q=largemouth%20bass&units=metric&per_page=1')).data).toMatchObject([
      { max_weight_kg: 10.102, records: { world: { weight_kg: 10.092 } } },
    ]);
    expect((await list('?q=largemouth%20bass&fields=max_weight_kg&per_page=1')).data).toEqual([
      { max_weight_kg: 10.102 },
    ]);
  });

  it('links to its neighbours', async () => {
    const { headers } = await species.get<Page>('/v1/species?per_page=100&page=2');
    expect(headers.get('link')).toContain('</v1/species?per_page=100&page=3>; rel="next"');
  });

  it('sorts nulls last both ways, and by several keys', async () => {
    const [lightest] = (await list('?sort=max_weight_lbs')).data;
    expect(lightest?.max_weight_lbs).not.toBeNull();
    const tied = await list('?sort=updated_at,-scientific_name&per_page=100');
    const names = tied.data.map((one) => one.scientific_name);
    expect(names).toEqual(names.toSorted().toReversed());
  });

  it.each([
    ['family=Centrarchidae', (one: SpeciesView) => one.family === 'Centrarchidae'],
    ['family=centrarchidae&family=ESOCIDAE', (one: SpeciesView) => ['Centrarchidae', 'Esocidae'].includes(one.family)],
    ['order=Gadiformes', (one: SpeciesView) => one.order === 'Gadiformes'],
    ['water=brackish&water=anadromous', (one: SpeciesView) => ['brackish', 'anadromous'].includes(one.water)],
    ['region=arctic', (one: SpeciesView) => one.regions.includes('arctic')],
    [
      'region=arctic&region=oceania',
      (one: SpeciesView) => one.regions.includes('arctic') || one.regions.includes('oceania'),
    ],
    ['has_record=true', (one: SpeciesView) => one.records.world !== null],
    ['has_record=false', (one: SpeciesView) => one.records.world === null],
    [
      'family=Salmonidae&region=arctic&has_record=true',
      (one: SpeciesView) => one.family === 'Salmonidae' && one.regions.includes('arctic'),
    ],
  ])('filters by %s', async (query, fits) => {
    const page = await list(`?${query}&per_page=100`);
    expect(page.total).toBeGreaterThan(0);
    expect(page.data.every(fits)).toBe(true);
  });

  it('counts every species on one side of a filter', async () => {
    const [withRecord, without] = [await list('?has_record=true'), await list('?has_record=false')];
    expect([withRecord.total, without.total]).toEqual([564, 61]);
  });

  it('is empty where nothing fits', async () => {
    expect(await list('?family=Nonesuchidae')).toEqual({
      data: [],
      total: 0,
      page: 1,
      per_page: 25,
      has_more: false,
      next_cursor: null,
    });
  });
});

describe('a search', () => {
  it.each([
    // what is typed, what comes first
    ['larg mouth bas', 'Largemouth Bass'],
    ['LARGEMOUTH BASS', 'Largemouth Bass'],
    ['large-mouth  bass', 'Largemouth Bass'],
    ['largmouth bas', 'Largemouth Bass'],
    ['largemouthbass', 'Largemouth Bass'],
    ['large mouth', 'Largemouth Bass'],
    ['micropterus salmoides', 'Largemouth Bass'],
    ['micropteris salmoide', 'Largemouth Bass'],
    ['walleye', 'Walleye'],
    ['waleye', 'Walleye'],
    ['northren pike', 'Northern Pike'],
    ['pyke', 'Northern Pike'],
    ['muskie', 'Muskellunge'],
    ['crapie', 'Black Crappie'],
    ['blugil', 'Bluegill'],
    ['stripped bass', 'Striped Bass'],
    ['red snaper', 'Red Snapper'],
    ['chanel catfish', 'Channel Catfish'],
    ['rainbo trot', 'Rainbow Trout'],
    ['trout rainbow', 'Rainbow Trout'],
    ['steelhead', 'Rainbow Trout'],
    ['trucha arcoiris', 'Rainbow Trout'],
    ['trucha arcoíris', 'Rainbow Trout'],
    ['truite arc en ciel', 'Rainbow Trout'],
    ['regenbogenforele', 'Rainbow Trout'],
    ['ニジマス', 'Rainbow Trout'],
    ['にじます', 'Rainbow Trout'],
    ['ニジマヌ', 'Rainbow Trout'],
    ['hecht', 'Northern Pike'],
    ['sandre', 'Zander'],
    ['weisser stör', 'White Sturgeon'],
    ['espadon', 'Swordfish'],
    ['mahi', 'Dolphinfish'],
    ['yellowfintuna', 'Yellowfin Tuna'],
  ])('for %s finds %s first', async (q, first) => {
    expect(namesOf(await list(`?q=${encodeURIComponent(q)}`))[0]).toBe(first);
  });

  it('finds by a part of a word, and what fits exactly hides what only resembles it', async () => {
    const { data, total } = await list('?q=bass&per_page=100');
    expect(data).toHaveLength(total);
    expect(
      data.every((one) => JSON.stringify([one.common_names, one.scientific_name]).toLowerCase().includes('bass')),
    ).toBe(true);
  });

  it('pages in the order of the best match, and counts all', async () => {
    const whole = await list('?q=salmon&per_page=100');
    const [first, second] = [await list('?q=salmon&per_page=3'), await list('?q=salmon&per_page=3&page=2')];
    expect([...namesOf(first), ...namesOf(second)]).toEqual(namesOf(whole).slice(0, 6));
    expect([first.total, second.total]).toEqual([whole.total, whole.total]);
  });

  it('goes with filters and another order', async () => {
    const sorted = await list('?q=trout&family=Salmonidae&sort=-common_name&per_page=100');
    expect(namesOf(sorted)).toEqual(namesOf(sorted).toSorted().toReversed());
    expect(sorted.data.every(({ family }) => family === 'Salmonidae')).toBe(true);
    expect((await list('?q=trout&family=Salmonidae')).total).toBe(sorted.total);
  });

  it('finds nothing for what is no name at all', async () => {
    expect(await list('?q=xqzzy')).toMatchObject({ data: [], total: 0 });
  });

  it('takes wildcards and quotes as the text they are', async () => {
    expect((await list(`?q=${encodeURIComponent(`%25_largemouth' OR`)}`)).data).toEqual([]);
  });
});

describe('a list that cannot be made', () => {
  it('names every parameter that is wrong', async () => {
    const { status, headers, body } = await species.get<{ code: string; errors: { parameter: string }[] }>(
      '/v1/species?page=0&per_page=101&water=tea&region=mars&has_record=maybe&sort=-size&q=!!' +
        '&limit=5&fields=weight&expand=photos&units=stones',
    );
    expect(status).toBe(400);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body.code).toBe('request.invalid');
    expect(body.errors.map(({ parameter }) => parameter).toSorted()).toEqual(
      [
        'page',
        'per_page',
        'water',
        'region',
        'has_record',
        'sort',
        'q',
        'limit',
        'fields',
        'expand',
        'units',
      ].toSorted(),
    );
  });

  it.each(['q=trout&q=bass', 'sort=common_name,-common_name', 'sort=', 'page=101&per_page=100', 'q='])(
    'refuses %s',
    async (query) => {
      const { status, body } = await species.get<{ errors: unknown[] }>(`/v1/species?${query}`);
      expect(status).toBe(400);
      expect(body.errors).toHaveLength(1);
    },
  );

  it('asks who is calling', async () => {
    expect(await species.get('/v1/species', {})).toMatchObject({ status: 401, body: { code: 'auth.identity' } });
  });
});
