import { ANGLER, OWNER } from './catch.builders.js';
import { CatchHarness, reviewer } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const FULL = {
  species: 'largemouth bass',
  weight_lbs: 8.4,
  length_in: 21,
  depth_ft: 12,
  caught_at: '2026-06-01T06:30:00.000Z',
  method: 'fly',
  bait: 'frog',
  water_type: 'freshwater',
  released: true,
  notes: 'windy',
  external_id: 'put-1',
  metadata: { boat: 'blue' },
  location: { name: 'Old dock', region: 'US-TX' },
};
const put = async (body: unknown, id?: string, caller?: typeof reviewer) =>
  catches.call<{ errors: { pointer: string }[] } & Record<string, unknown>>(
    'PUT',
    `/v1/catches/${id ?? (await catches.logged(FULL))}`,
    body,
    caller,
  );

describe('replacing a catch', () => {
  it('empties what is left out, but keeps when it was and whose', async () => {
    const other = 'ang_01h455vb4pex5vsknk0000000q';
    await catches.pool.query(
      `INSERT INTO anglers (id, account_id, name, is_own, created_at, updated_at)
        VALUES ($1, $2, 'Ben', false, now(), now())`,
      [other, OWNER],
    );
    const id = await catches.logged({ ...FULL, angler_id: other });
    expect(await put({ species: 'walleye', weight_lbs: 2 }, id)).toMatchObject({
      status: 200,
      body: {
        id,
        species: 'Walleye',
        weight_lbs: 2,
        length_in: null,
        depth_ft: null,
        caught_at: FULL.caught_at,
        angler: { id: other, name: 'Ben' },
        method: null,
        bait: null,
        water_type: null,
        released: null,
        notes: null,
        external_id: null,
        metadata: null,
        location: null,
        version: 2,
      },
    });
    expect((await catches.call('GET', `/v1/catches/${id}`)).body).toMatchObject({ notes: null, version: 2 });
  });

  it('replaces objects whole', async () => {
    const { body } = await put({
      ...FULL,
      external_id: 'put-2',
      metadata: { rod: 'red' },
      location: { country: 'US' },
    });
    expect(body).toMatchObject({ metadata: { rod: 'red' }, location: { name: null, region: null, country: 'US' } });
    expect(body['metadata']).toEqual({ rod: 'red' });
  });

  it('with what is there makes no version and no event', async () => {
    const id = await catches.logged({ ...FULL, external_id: 'put-3' });
    const events = await catches.count('events');
    expect(await put({ ...FULL, external_id: 'put-3' }, id)).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await catches.count('events')).toBe(events);
  });

  it.each([
    ['nothing in it', {}, ['/species', '/weight_lbs']],
    [
      'null for what cannot be empty',
      { ...FULL, caught_at: null, angler_id: null, weight_lbs: null, species: null },
      ['/species', '/weight_lbs', '/angler_id', '/caught_at'],
    ],
    [
      'read-only fields',
      { ...FULL, id: 'x', version: 2, verification_tier: 'photo', created_at: 'x', updated_at: 'x' },
      ['/id', '/version', '/verification_tier', '/created_at', '/updated_at'],
    ],
    [
      'an unknown species and a bad depth',
      { species: 'unicorn', weight_lbs: 1, depth_ft: -1 },
      ['/depth_ft', '/species'],
    ],
  ])('refuses %s with 400', async (_what, body, pointers) => {
    const id = await catches.logged();
    const answer = await put(body, id);
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    expect(answer.body.errors.map(({ pointer }) => pointer)).toEqual(pointers);
    expect((await catches.call('GET', `/v1/catches/${id}`)).body).toMatchObject({ version: 1 });
  });

  it.each([
    ['an ambiguous species', { species: 'black bass', weight_lbs: 1 }, 'species.ambiguous'],
    ['over twice the weight known', { species: 'walleye', weight_lbs: 50.001 }, 'catch.weight_implausible'],
    ['another account’s angler', { species: 'walleye', weight_lbs: 1, angler_id: ANGLER }, 'angler.unknown'],
  ])('refuses %s with 422', async (_what, body, code) => {
    expect(await put(body, await catches.logged())).toMatchObject({ status: 422, body: { code } });
  });

  it('refuses the external_id of another catch, naming it', async () => {
    const holder = await catches.logged({ external_id: 'put-4' });
    expect(
      await put({ species: 'walleye', weight_lbs: 1, external_id: 'put-4' }, await catches.logged()),
    ).toMatchObject({
      status: 409,
      body: { code: 'catch.external_id_taken', detail: expect.stringContaining(holder) as string },
    });
  });

  it('is for the owner alone, of a catch that is there', async () => {
    const id = await catches.logged();
    expect(await put({}, id, reviewer)).toMatchObject({ status: 403, body: { code: 'catch.forbidden' } });
    await catches.call('DELETE', `/v1/catches/${id}`);
    expect(await put({}, id)).toMatchObject({ status: 410 });
    expect(await put({}, 'catch_01h455vb4pex5vsknk0000zzzz')).toMatchObject({ status: 404 });
  });

  it('of what was verified takes the tier away', async () => {
    const id = await catches.logged();
    const asked = await catches.call('POST', `/v1/catches/${id}/verifications`, {
      tier: 'witnessed',
      evidence: { witness: { name: 'Ann' } },
    });
    await catches.call('POST', `/v1/verifications/${String(asked.body['id'])}/approve`, undefined, reviewer);
    expect(await put({ species: 'largemouth bass', weight_lbs: 8.5 }, id)).toMatchObject({
      body: { verification_tier: 'unverified' },
    });
  });
});
