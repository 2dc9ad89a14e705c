import { LARGEMOUTH } from './catch.builders.js';
import { CatchHarness, reviewer } from './catch.harness.js';

interface Presented extends Record<string, unknown> {
  angler: { id: string };
}
interface Answer extends Presented {
  data: Presented[];
  errors?: { parameter: string; code: string }[];
}

let catches: CatchHarness;
let id: string;
const paths = (query: string) => [`/v1/catches?${query}`, `/v1/catches/${id}?${query}`];
const both = async (query: string): Promise<Presented[]> => {
  const [list, one] = await Promise.all(paths(query).map((path) => catches.call<Answer>('GET', path)));
  expect([list?.status, one?.status]).toEqual([200, 200]);
  return [...(list?.body.data ?? []), ...(one ? [one.body] : [])];
};

beforeAll(async () => {
  catches = await CatchHarness.start();
  id = await catches.logged({ weight_lbs: 8.4, depth_ft: 12.5 });
});
afterAll(() => catches.stop());

describe('how a catch is answered, in a list and alone', () => {
  it('is whole and imperial when nothing is asked', async () => {
    for (const one of await both('')) {
      expect(one).toMatchObject({ id, species: 'Largemouth Bass', weight_lbs: 8.4 });
      expect(one).not.toHaveProperty('weight_kg');
    }
  });

  it('has the metric twins beside the imperial fields', async () => {
    for (const one of await both('units=metric'))
      expect(one).toMatchObject({
        weight_lbs: 8.4,
        weight_kg: 3.81,
        depth_ft: 12.5,
        depth_m: 3.81,
        length_in: null,
        length_cm: null,
      });
  });

  it('has the fields that were chosen and no others, without id too', async () => {
    for (const one of await both('fields=id,species')) expect(one).toEqual({ id, species: 'Largemouth Bass' });
    for (const one of await both('fields=weight_kg,notes')) expect(one).toEqual({ weight_kg: 3.81, notes: null });
    for (const one of await both('fields=weight_lbs&units=metric')) expect(one).toEqual({ weight_lbs: 8.4 });
  });

  it('has its species whole when that is expanded', async () => {
    const world = { weight_lbs: 22.31, place: 'Lake Biwa', date: '2009-07-02', angler: 'M. Kurita', source: 'IGFA' };
    const species = {
      id: LARGEMOUTH,
      slug: 'slug',
      common_name: 'Largemouth Bass',
      common_names: [{ name: 'Black Bass', language: 'en', region: null }],
      scientific_name: 'Micropterus salmoides',
      family: 'Testidae',
      order: 'Testiformes',
      water: 'freshwater',
      regions: ['North America'],
      photos: [],
      records: { world, service: null },
      max_weight_lbs: 25,
      max_length_in: null,
      updated_at: '2026-01-01T00:00:00.000Z',
    };
    for (const one of await both('expand=species')) expect(one).toMatchObject({ species, species_id: LARGEMOUTH });
    for (const one of await both('expand=species,angler&fields=species')) expect(one).toEqual({ species });
    for (const one of await both('expand=species&fields=species&units=metric'))
      expect(one).toEqual({
        species: {
          ...species,
          records: { world: { ...world, weight_kg: 10.12 }, service: null },
          max_weight_kg: 11.34,
          max_length_cm: null,
        },
      });
  });

  it('has its angler whole when that is expanded', async () => {
    for (const one of await both('expand=angler')) {
      expect(one.angler).toEqual((await catches.call('GET', `/v1/anglers/${one.angler.id}`)).body);
    }
    const [theirs] = (await catches.call<{ data: Answer[] }>('GET', '/v1/catches?expand=angler', undefined, reviewer))
      .body.data;
    expect(theirs?.angler).toEqual(
      (await catches.call('GET', `/v1/anglers/${theirs?.angler.id}`, undefined, reviewer)).body,
    );
  });

  it.each([
    ['fields', 'fields=id,size', 'enum'],
    ['fields', 'fields=', 'enum'],
    ['fields', 'fields=id&fields=species', 'repeated'],
    ['units', 'units=cubits', 'enum'],
    ['expand', 'expand=photos', 'enum'],
    ['colour', 'colour=red', 'unknown_parameter'],
  ])('refuses %s in %s', async (parameter, query, code) => {
    for (const path of paths(query))
      expect(await catches.call('GET', path)).toMatchObject({ status: 400, body: { errors: [{ parameter, code }] } });
  });
});

describe('a filter of a list', () => {
  it.each([
    ['min_weight_lbs', ['0', '5000'], ['-0.1', '5000.1', 'heavy']],
    ['max_length_in', ['0', '1200'], ['-1', '1201']],
    ['min_depth_ft', ['0', '36000'], ['-1', '36001']],
    [
      'caught_after',
      ['2026-06-01T06:30:00Z', '2026-06-01T06:30:00.123-05:00'],
      ['yesterday', '2026-06-01', '2026-06-01T06:30:00', '2026-06-01T06:30:00-23:05', '0000-06-01T06:30:00Z'],
    ],
    ['updated_since', ['2026-06-01T06:30:00.000Z'], ['0']],
    ['region', ['US-TX'], ['Texas', 'us-tx', 'US-ZZ']],
    ['country', ['US'], ['USA', 'ZZ']],
    ['water_type', ['brackish'], ['tea', '']],
    ['released', ['true', 'false'], ['yes', '1']],
    ['mine', ['true', 'false'], ['me']],
    ['include_deleted', ['true', 'false'], ['1']],
    ['min_verification_tier', ['unverified', 'certified'], ['gold']],
    ['method', ['fly', 'x'.repeat(200)], ['', 'x'.repeat(201)]],
    ['external_id', ['x'.repeat(255)], ['', 'x'.repeat(256)]],
    ['total', ['true', 'false'], ['no']],
  ])('%s takes what is in its bounds and refuses what is not', async (parameter, good, bad) => {
    for (const value of good)
      expect(await catches.call('GET', `/v1/catches?${parameter}=${value}`)).toMatchObject({ status: 200 });
    for (const value of bad)
      expect(await catches.call('GET', `/v1/catches?${parameter}=${value}`)).toMatchObject({
        status: 400,
        body: { errors: [{ parameter }] },
      });
  });
});
