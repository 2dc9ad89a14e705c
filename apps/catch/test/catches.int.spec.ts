import { eventually } from '@cds/testing';
import { ANGLER, LARGEMOUTH } from './catch.builders.js';
import { CatchHarness, reviewer } from './catch.harness.js';

interface Problem {
  code: string;
  status: number;
  detail: string;
  errors: { pointer?: string; parameter?: string; code: string; detail: string }[];
}

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

describe('logging a catch', () => {
  it('answers 201 with the whole catch and where it is', async () => {
    const { status, headers, body } = await catches.call('POST', '/v1/catches', {
      species: 'largemouth bass',
      weight_lbs: 8.4,
      depth_ft: 12,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      species: 'Largemouth Bass',
      species_id: LARGEMOUTH,
      weight_lbs: 8.4,
      depth_ft: 12,
      length_in: null,
      verification_tier: 'unverified',
      version: 1,
      angler: { name: 'Owner' },
      location: null,
      photos: [],
      metadata: null,
    });
    expect(body['id']).toMatch(/^catch_[0-9a-z]{26}$/);
    expect(headers.get('location')).toBe(`/v1/catches/${String(body['id'])}`);
    expect(await catches.call('GET', `/v1/catches/${String(body['id'])}`)).toMatchObject({ status: 200, body });
  });

  it('keeps every writable field as it was given', async () => {
    const said = {
      weight_lbs: 0.001,
      length_in: 21.125,
      depth_ft: 0,
      caught_at: '2026-06-01T06:30:00.000Z',
      method: 'fly',
      bait: 'frog',
      water_type: 'freshwater',
      released: true,
      notes: 'windy',
      external_id: 'app-1',
      metadata: { boat: 'blue' },
      location: { name: 'Old dock', latitude: 31.123456, longitude: -96.654321, region: 'US-TX', country: 'US' },
    };
    const id = await catches.logged(said);
    const { body } = await catches.call('GET', `/v1/catches/${id}`);
    expect(body).toMatchObject({ ...said, location: { ...said.location, obscured: false } });
  });

  it('shows others the place on a grid of 0.1° and nothing that is the owner’s alone', async () => {
    const id = await catches.logged({
      external_id: 'secret',
      metadata: { a: 'b' },
      location: { name: 'Old dock', latitude: 31.16, longitude: -96.649999, region: 'US-TX' },
    });
    const { body } = await catches.call('GET', `/v1/catches/${id}`, undefined, reviewer);
    expect(body).toMatchObject({
      external_id: null,
      metadata: null,
      location: { name: null, latitude: 31.2, longitude: -96.6, region: 'US-TX', country: null, obscured: true },
    });
  });

  it('makes one angler of the account’s own', async () => {
    await Promise.all([catches.logged(), catches.logged()]);
    expect(await catches.count('anglers')).toBe(1);
  });

  it.each([
    ['no body', undefined, [['', 'required']]],
    ['a list', [], [['', 'type']]],
    [
      'nothing in it',
      {},
      [
        ['/species', 'required'],
        ['/weight_lbs', 'required'],
      ],
    ],
    [
      'wrong types',
      { species: 5, weight_lbs: '8', released: 'yes' },
      [
        ['/species', 'type'],
        ['/weight_lbs', 'type'],
        ['/released', 'type'],
      ],
    ],
    ['an unknown field', { species: 'walleye', weight_lbs: 1, wieght: 2 }, [['/wieght', 'unknown_field']]],
    [
      'a read-only field',
      { species: 'walleye', weight_lbs: 1, id: 'x', version: 2 },
      [
        ['/id', 'read_only'],
        ['/version', 'read_only'],
      ],
    ],
    ['no weight', { species: 'walleye', weight_lbs: 0 }, [['/weight_lbs', 'too_small']]],
    ['too deep', { species: 'walleye', weight_lbs: 1, depth_ft: 36_000.001 }, [['/depth_ft', 'too_big']]],
    ['below the ground', { species: 'walleye', weight_lbs: 1, depth_ft: -0.001 }, [['/depth_ft', 'too_small']]],
    ['too precise', { species: 'walleye', weight_lbs: 1.0001 }, [['/weight_lbs', 'decimals']]],
    [
      'no such region',
      { species: 'walleye', weight_lbs: 1, location: { region: 'US-ZZ' } },
      [['/location/region', 'format']],
    ],
  ])('refuses %s with all that is wrong, and stores nothing', async (_what, sent, expected) => {
    const before = await catches.count('events');
    const { status, body } = await catches.call<Problem>('POST', '/v1/catches', sent);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'request.invalid' });
    expect(body.errors.map(({ pointer, code }) => [pointer, code])).toEqual(expected);
    expect(await catches.count('events')).toBe(before);
  });

  it('suggests three names for an unknown species', async () => {
    const { status, body } = await catches.call<Problem>('POST', '/v1/catches', {
      species: 'larg mouth bas',
      weight_lbs: 1,
    });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'species.unknown' });
    expect(body.errors).toMatchObject([
      { pointer: '/species', code: 'species.unknown', detail: expect.stringContaining('Largemouth Bass') as string },
    ]);
  });

  it.each([
    ['an alias of two species', { species: 'black bass', weight_lbs: 1 }, 'species.ambiguous'],
    ['over twice the weight known', { species: 'walleye', weight_lbs: 50.001 }, 'catch.weight_implausible'],
    ['another account’s angler', { species: 'walleye', weight_lbs: 1, angler_id: ANGLER }, 'angler.unknown'],
  ])('refuses %s with 422', async (_what, sent, code) => {
    expect(await catches.call<Problem>('POST', '/v1/catches', sent)).toMatchObject({ status: 422, body: { code } });
  });

  it('tells what the schema and what knowledge refuses in one 400', async () => {
    const { status, body } = await catches.call<Problem>('POST', '/v1/catches', {
      species: 'unicorn',
      weight_lbs: 1,
      depth_ft: -1,
      caught_at: '2999-01-01T00:00:00Z',
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ pointer }) => pointer).sort()).toEqual(['/caught_at', '/depth_ft', '/species']);
  });

  it('accepts the bounds themselves', async () => {
    await catches.logged({
      species: 'walleye',
      weight_lbs: 50,
      depth_ft: 36_000,
      length_in: 1_200,
      notes: 'x'.repeat(5_000),
    });
  });

  it('refuses an external_id that a living catch of the account has, and names that catch', async () => {
    const id = await catches.logged({ external_id: 'app-2' });
    const again = await catches.call<Problem & { detail: string }>('POST', '/v1/catches', {
      species: 'walleye',
      weight_lbs: 1,
      external_id: 'app-2',
    });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'catch.external_id_taken', detail: expect.stringContaining(id) as string },
    });
    await catches.call('DELETE', `/v1/catches/${id}`);
    await catches.logged({ external_id: 'app-2' });
  });

  it('takes an external_id once of all that send it at a moment, and names that catch to the others', async () => {
    const body = { species: 'walleye', weight_lbs: 1, external_id: 'app-3' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => catches.call<Problem & { id: string }>('POST', '/v1/catches', body)),
    );
    const [first, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    const others = answers.filter((answer) => answer !== first);
    expect(others.map(({ status, body: { detail } }) => ({ status, detail }))).toEqual(
      others.map(() => ({ status: 409, detail: expect.stringContaining(String(first?.body.id)) as string })),
    );
  });
});

describe('editing a catch', () => {
  it('merges a patch member by member', async () => {
    const id = await catches.logged({
      notes: 'windy',
      location: { region: 'US-TX', country: 'US' },
      metadata: { a: '1', b: '2' },
    });
    const { status, body } = await catches.call('PATCH', `/v1/catches/${id}`, {
      weight_lbs: 9,
      notes: null,
      location: { country: null },
      metadata: { a: null, c: '3' },
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        weight_lbs: 9,
        notes: null,
        version: 2,
        location: { region: 'US-TX', country: null },
        metadata: { b: '2', c: '3' },
      },
    });
  });

  it('makes no version of what is there already', async () => {
    const id = await catches.logged();
    expect(await catches.call('PATCH', `/v1/catches/${id}`, { weight_lbs: 8.4 })).toMatchObject({
      status: 200,
      body: { version: 1 },
    });
  });

  it('takes -0 for the 0 that is there already', async () => {
    const id = await catches.logged({ depth_ft: 0 });
    expect(await catches.call('PATCH', `/v1/catches/${id}`, '{"depth_ft":-0}')).toMatchObject({
      status: 200,
      body: { version: 1 },
    });
  });

  it('refuses to empty what is required', async () => {
    const { status, body } = await catches.call<Problem>('PATCH', `/v1/catches/${await catches.logged()}`, {
      weight_lbs: null,
      caught_at: null,
      angler_id: null,
      species: null,
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ pointer }) => pointer)).toEqual(['/species', '/weight_lbs', '/angler_id', '/caught_at']);
  });

  it('is for the owner alone, whatever the body says', async () => {
    const id = await catches.logged();
    expect(await catches.call('PATCH', `/v1/catches/${id}`, { nonsense: 1 }, reviewer)).toMatchObject({
      status: 403,
      body: { code: 'catch.forbidden' },
    });
    expect(await catches.call('DELETE', `/v1/catches/${id}`, undefined, reviewer)).toMatchObject({
      status: 403,
      body: { code: 'catch.forbidden' },
    });
  });

  it('holds a new species against the weight there is', async () => {
    await catches.pool.query(
      `INSERT INTO species_names (id, common_name, scientific_name, aliases, max_weight_lbs, version)
        VALUES ('spc_tiny', 'Tiny Minnow', 'Minimus minimus', '{}', 1, 1)`,
    );
    const id = await catches.logged();
    const implausible = { status: 422, body: { code: 'catch.weight_implausible' } };
    await eventually(
      async () =>
        expect(await catches.call('POST', '/v1/catches', { species: 'tiny minnow', weight_lbs: 8.4 })).toMatchObject(
          implausible,
        ),
      { timeoutMs: 15_000 },
    );
    expect(await catches.call('PATCH', `/v1/catches/${id}`, { species: 'tiny minnow' })).toMatchObject(implausible);
  });

  it('applies two edits at the same moment one after the other', async () => {
    const id = await catches.logged();
    const answers = await Promise.all([
      catches.call('PATCH', `/v1/catches/${id}`, { notes: 'a' }),
      catches.call('PATCH', `/v1/catches/${id}`, { bait: 'b' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await catches.call('GET', `/v1/catches/${id}`)).toMatchObject({
      body: { notes: 'a', bait: 'b', version: 3 },
    });
  });

  it('applies twenty edits at the same moment one after the other', async () => {
    const id = await catches.logged();
    const keys = Array.from({ length: 20 }, (_, at) => `key ${at}`);
    const answers = await Promise.all(
      keys.map((key) => catches.call('PATCH', `/v1/catches/${id}`, { metadata: { [key]: 'set' } })),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const { body } = await catches.call<{ version: number; metadata: object }>('GET', `/v1/catches/${id}`);
    expect([body.version, Object.keys(body.metadata).sort()]).toEqual([21, keys.sort()]);
  });
});

describe('a catch that is not there', () => {
  it('is a 404 when it never was', async () => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      expect(
        await catches.call(method, '/v1/catches/catch_01h455vb4pex5vsknk0000zzzz', method === 'PATCH' ? {} : undefined),
      ).toMatchObject({ status: 404, body: { code: 'catch.not_found' } });
    }
  });

  it('is a 410 once it was deleted', async () => {
    const id = await catches.logged({ notes: 'gone' });
    expect((await catches.call('DELETE', `/v1/catches/${id}`)).status).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      expect(await catches.call(method, `/v1/catches/${id}`, method === 'PATCH' ? {} : undefined)).toMatchObject({
        status: 410,
        body: { code: 'catch.deleted' },
      });
    }
  });
});

describe('a request without the gateway’s identity', () => {
  it('is refused', async () => {
    const answer = await fetch(`${catches.url}/v1/catches`);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 401,
      body: { code: 'auth.identity' },
    });
  });
});
