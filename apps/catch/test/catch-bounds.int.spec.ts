import { NearestNames } from '../src/species-names/nearest-names.js';
import { CatchHarness, owner } from './catch.harness.js';

interface Problem {
  code: string;
  errors: { pointer: string; code: string; detail: string; candidates?: { common_name: string }[] }[];
}

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const BASS = { species: 'largemouth bass', weight_lbs: 8.4 };
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
const FISH = '🐟';
const METHODS = ['POST', 'PATCH', 'PUT'] as const;

/** Sends the same fields by each method that writes a catch. */
const write = async (method: (typeof METHODS)[number], body: object) => {
  const whole = { ...BASS, ...body };
  if (method === 'POST') return catches.call<Problem>('POST', '/v1/catches', whole);
  return catches.call<Problem>(method, `/v1/catches/${await catches.logged()}`, method === 'PUT' ? whole : body);
};

describe.each(METHODS)('%s of a catch', (method) => {
  it.each([
    ['the least weight', { weight_lbs: 0.001 }],
    ['twice the weight known', { weight_lbs: 50 }],
    ['the greatest length and depth', { length_in: 1_200, depth_ft: 36_000 }],
    ['the least length and depth', { length_in: 0.001, depth_ft: 0 }],
    [
      'texts of as many characters as are taken',
      { notes: FISH.repeat(5_000), method: FISH.repeat(200), bait: 'b'.repeat(200) },
    ],
    ['the greatest external_id', { external_id: `${method}${FISH.repeat(250)}` }],
    ['50 pairs at their bounds', { metadata: { ...pairs(49), [FISH.repeat(40)]: FISH.repeat(500) } }],
    ['six decimals of a place', { location: { latitude: -90, longitude: 179.999999 } }],
    ['the first time there is', { caught_at: '0001-01-01T00:00:00Z' }],
    ['a time with an offset', { caught_at: '2026-06-01T06:30:00+05:30' }],
    ['a species with hyphens for spaces', { species: 'Largemouth-Bass' }],
    ['a species with accents and other separators', { species: 'lárgemouth_bass' }],
  ])('takes %s', async (_what, body) => {
    const { status, body: answer } = await write(method, body);
    expect({ status, errors: answer.errors }).toEqual({ status: method === 'POST' ? 201 : 200, errors: undefined });
  });

  it.each([
    ['no weight', { weight_lbs: 0 }, '/weight_lbs', 'too_small'],
    ['over 5,000 lb', { weight_lbs: 5_000.001 }, '/weight_lbs', 'too_big'],
    ['four decimals', { weight_lbs: 1.0001 }, '/weight_lbs', 'decimals'],
    ['no length', { length_in: 0 }, '/length_in', 'too_small'],
    ['over 1,200 in', { length_in: 1_200.001 }, '/length_in', 'too_big'],
    ['over 36,000 ft', { depth_ft: 36_000.001 }, '/depth_ft', 'too_big'],
    ['below 0 ft', { depth_ft: -0.001 }, '/depth_ft', 'too_small'],
    [
      'seven decimals of a place',
      { location: { latitude: 1.1234567, longitude: 0 } },
      '/location/latitude',
      'decimals',
    ],
    ['over the pole', { location: { latitude: 90.000001, longitude: 0 } }, '/location/latitude', 'too_big'],
    ['around the world', { location: { latitude: 0, longitude: -180.000001 } }, '/location/longitude', 'too_small'],
    ['a 5,001st character', { notes: FISH.repeat(5_001) }, '/notes', 'too_big'],
    ['a 201st character', { bait: FISH.repeat(201) }, '/bait', 'too_big'],
    ['a 256th character', { external_id: 'x'.repeat(256) }, '/external_id', 'too_big'],
    ['a NUL', { notes: 'a\0b' }, '/notes', 'format'],
    ['half of a surrogate pair', { notes: 'a\ud83d' }, '/notes', 'format'],
    ['a value of 501 characters', { metadata: { a: 'x'.repeat(501) } }, '/metadata/a', 'too_big'],
    ['a value that is no text', { metadata: { a: 1 } }, '/metadata/a', 'type'],
    ['an unknown kind of water', { water_type: 'lava' }, '/water_type', 'enum'],
    ['an unknown country', { location: { country: 'ZZ' } }, '/location/country', 'format'],
    ['a time that has not come', { caught_at: '2999-01-01T00:00:00Z' }, '/caught_at', 'too_big'],
    ['a time whose offset no place has', { caught_at: '2026-06-01T06:30:00-23:05' }, '/caught_at', 'format'],
    ['a time before there were years', { caught_at: '0000-12-31T23:59:59Z' }, '/caught_at', 'too_small'],
    [
      'a time before there were years, by its offset',
      { caught_at: '0001-01-01T00:00:00+01:00' },
      '/caught_at',
      'too_small',
    ],
    ['a day that is none', { caught_at: '2026-02-30T00:00:00Z' }, '/caught_at', 'format'],
    ['a time without a zone', { caught_at: '2026-06-01T06:30:00' }, '/caught_at', 'format'],
    ['a read-only field', { verification_tier: 'certified' }, '/verification_tier', 'read_only'],
    ['an unknown field inside', { location: { lat: 1 } }, '/location/lat', 'unknown_field'],
  ])('refuses %s with 400', async (_what, body, pointer, code) => {
    const answer = await write(method, body);
    expect({ status: answer.status, code: answer.body.code, errors: answer.body.errors }).toMatchObject({
      status: 400,
      code: 'request.invalid',
      errors: [{ pointer, code }],
    });
  });

  it.each([
    ['51 pairs', { metadata: pairs(51) }],
    ['a key of 41 characters', { metadata: { [FISH.repeat(41)]: 'v' } }],
    ['an empty key', { metadata: { '': 'v' } }],
    ['a NUL in a key', { metadata: { 'a\0': 'v' } }],
  ])('refuses %s with 400', async (_what, body) => {
    const answer = await write(method, body);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'request.invalid' });
    expect(answer.body.errors.every(({ pointer }) => pointer.startsWith('/metadata'))).toBe(true);
  });

  it('tells what the schema refuses and what knowledge refuses in one 400', async () => {
    const answer = await write(method, {
      species: 'black bass',
      angler_id: 'ang_01h455vb4pex5vsknk0000zzzz',
      depth_ft: -1,
      id: 'x',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ pointer }) => pointer).sort()).toEqual([
      '/angler_id',
      '/depth_ft',
      '/id',
      '/species',
    ]);
  });

  it('names both species of an ambiguous alias, and what is nearest to an unknown one', async () => {
    const ambiguous = await write(method, { species: 'BLACK  bass' });
    expect(ambiguous).toMatchObject({ status: 422, body: { code: 'species.ambiguous' } });
    for (const name of ['Largemouth Bass', 'Walleye']) expect(ambiguous.body.errors[0]?.detail).toContain(name);
    const candidates = (body: Problem) => body.errors[0]?.candidates?.map((one) => one.common_name);
    expect(candidates(ambiguous.body)?.toSorted()).toEqual(['Largemouth Bass', 'Walleye']);
    const unknown = await write(method, { species: 'wall eye' });
    expect(unknown).toMatchObject({
      status: 422,
      body: { code: 'species.unknown', errors: [{ detail: expect.stringContaining('Nearest: Walleye') as string }] },
    });
    expect(candidates(unknown.body)?.[0]).toBe('Walleye');
  });
});

describe('the names nearest to an unknown one', () => {
  const NAMES = [
    'Walleye',
    'Largemouth Bass',
    'Bucketmouth',
    'Sander vitreus',
    'Blue-fin tuna',
    'オオクチバス',
    'X2 ray',
  ];
  const species = NAMES.map((name) => ({
    id: name,
    commonName: name,
    scientificName: '',
    aliases: [],
    maxWeightLbs: null,
  }));

  it.each(['larg mouht bas', 'wall-eye', 'vitrius', 'the ray', 'x2', 'tuna, blue!', '%'])(
    'are in the order of PostgreSQL’s similarity for %j',
    async (text) => {
      const { rows } = await catches.pool.query<{ name: string }>(
        'SELECT name FROM unnest($1::text[]) AS name ORDER BY similarity(search_text(name), $2) DESC, name COLLATE "C"',
        [NAMES, text],
      );
      const nearest = await NearestNames.of(species);
      expect(nearest.nearest(text, NAMES.length).map(({ commonName }) => commonName)).toEqual(
        rows.map(({ name }) => name),
      );
    },
  );
});

describe('the body of a PATCH', () => {
  const patch = async (body: string, type: string) =>
    catches.call('PATCH', `/v1/catches/${await catches.logged()}`, body, owner, { 'content-type': type });

  it.each(['application/json', 'application/merge-patch+json', 'application/merge-patch+json; charset=utf-8'])(
    'may be %s',
    async (type) => {
      expect(await patch('{"weight_lbs":2}', type)).toMatchObject({ status: 200, body: { weight_lbs: 2 } });
    },
  );

  it.each(['text/plain', 'application/json-patch+json', 'application/x-www-form-urlencoded'])(
    'is a 415 as %s',
    async (type) => {
      expect(await patch('{"weight_lbs":2}', type)).toMatchObject({
        status: 415,
        body: { code: 'request.unsupported_media_type' },
      });
    },
  );

  it('is a 400 with a key that stands twice', async () => {
    expect(await patch('{"weight_lbs":2,"weight_lbs":3}', 'application/json')).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ pointer: '/weight_lbs', code: 'duplicate_key' }] },
    });
  });

  it('is a 400 when its result breaks a bound that it keeps by itself', async () => {
    const id = await catches.logged({ metadata: pairs(50) });
    expect(await catches.call('PATCH', `/v1/catches/${id}`, { metadata: { another: 'v' } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/metadata' }] },
    });
    expect(await catches.call('PATCH', `/v1/catches/${id}`, { metadata: { k0: null, another: 'v' } })).toMatchObject({
      status: 200,
    });
  });

  it('with null empties a whole object, or a member of one', async () => {
    const id = await catches.logged({ metadata: { a: '1' }, location: { name: 'Old dock', region: 'US-TX' } });
    expect(await catches.call('PATCH', `/v1/catches/${id}`, { location: { name: null } })).toMatchObject({
      body: { location: { name: null, region: 'US-TX' } },
    });
    expect(await catches.call('PATCH', `/v1/catches/${id}`, { location: null, metadata: null })).toMatchObject({
      body: { location: null, metadata: null, version: 3 },
    });
  });

  it('that is empty changes nothing', async () => {
    expect(await patch('{}', 'application/json')).toMatchObject({ status: 200, body: { version: 1 } });
  });
});
