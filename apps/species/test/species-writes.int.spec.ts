import { randomUUID } from 'node:crypto';
import { createPool } from '@cds/postgres';
import { brokenListRules, type TestDatabase, testDatabase } from '@cds/testing';
import { identityHeaders, testCaller } from '@cds/testing/identity';
import type pg from 'pg';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import type { SpeciesChange } from '../src/catalogue/species-history/species-history.schemas.js';
import type { SpeciesView } from '../src/catalogue/species-view.js';
import { speciesFacts } from './species.builders.js';
import { type SpeciesHarness, startSpecies } from './species.harness.js';

interface Problem {
  code: string;
  detail: string;
  errors: { pointer: string; code: string }[];
}

let database: TestDatabase;
let pool: pg.Pool;
let species: SpeciesHarness;

beforeAll(async () => {
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'test' });
  await seedCatalogue(pool, [speciesFacts()], new Date('2026-01-01T00:00:00Z'));
  species = await startSpecies(database.url);
});
afterAll(async () => {
  await species.stop();
  await pool.end();
  await database.drop();
});

let made = 0;
/** A new species every time. */
const valid = (overrides: object = {}) => {
  made += 1;
  return {
    common_name: `Test Perch ${made}`,
    scientific_name: `Perca test${'abcdefghijklmnopqrstuvwxyz'.charAt(made)}`,
    family: 'Percidae',
    order: 'Perciformes',
    water: 'freshwater',
    ...overrides,
  };
};
const create = async (overrides: object = {}): Promise<SpeciesView> => {
  const { status, body } = await species.send<SpeciesView>('POST', '/v1/species', valid(overrides));
  expect(status).toBe(201);
  return body;
};
const etagOf = async (id: string): Promise<string> =>
  (await species.get(`/v1/species/${id}`)).headers.get('etag') ?? '';
const versionOf = async (id: string): Promise<number> =>
  (await pool.query<{ version: number }>('SELECT version FROM species WHERE id = $1', [id])).rows[0]?.version ?? 0;

describe('adding a species', () => {
  it('answers it whole, where it is read, and under which tag', async () => {
    const body = valid({
      regions: ['europe'],
      common_names: [{ name: 'Barsch', language: 'de' }],
      max_weight_lbs: 5.5,
    });
    const { status, headers, body: added } = await species.send<SpeciesView>('POST', '/v1/species', body);
    expect(status).toBe(201);
    expect(added).toMatchObject({
      ...body,
      slug: `test-perch-${made}`,
      common_names: [
        { name: body.common_name, language: 'en', region: null },
        { name: 'Barsch', language: 'de', region: null },
      ],
      records: { world: null, service: null },
      max_weight_lbs: 5.5,
      max_length_in: null,
    });
    expect(headers.get('location')).toBe(`/v1/species/${added.id}`);
    const read = await species.get<SpeciesView>(`/v1/species/${added.slug}`);
    expect(read.body).toEqual(added);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    expect((await species.get<{ data: SpeciesView[] }>('/v1/species?q=barsch')).body.data).toMatchObject([
      { id: added.id },
    ]);
  });

  it('gives it a slug of its own', async () => {
    const first = await create({ common_name: 'Twin Perch' });
    const second = await create({ common_name: 'Twin Perch' });
    expect([first.slug, second.slug]).toEqual(['twin-perch', expect.stringMatching(/^twin-perch-perca-test[a-z]$/)]);
  });

  it('is refused when the scientific name is taken, and the holder is named', async () => {
    const { id, scientific_name } = await create();
    const { status, body } = await species.send<Problem>('POST', '/v1/species', valid({ scientific_name }));
    expect([status, body.code]).toEqual([409, 'species.scientific_name_taken']);
    expect(body.detail).toContain(id);
  });

  it('makes one of two at the same time', async () => {
    const body = valid();
    const answers = await Promise.all([1, 2, 3].map(() => species.send('POST', '/v1/species', body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it('names everything that is wrong with the body', async () => {
    const { status, body } = await species.send<Problem>('POST', '/v1/species', {
      id: 'spc_x',
      slug: 'x',
      colour: 'red',
      photos: [],
      common_name: ' ',
      scientific_name: 'not a name',
      family: 'percidae',
      water: 'tea',
      regions: ['mars'],
      max_weight_lbs: -1,
      max_length_in: 1.2345,
    });
    expect([status, body.code]).toEqual([400, 'request.invalid']);
    expect([...new Set(body.errors.map(({ pointer }) => pointer))].toSorted()).toEqual(
      [
        '/id',
        '/slug',
        '/colour',
        '/photos',
        '/common_name',
        '/scientific_name',
        '/family',
        '/order',
        '/water',
        '/regions/0',
        '/max_weight_lbs',
        '/max_length_in',
      ].toSorted(),
    );
  });

  it('is done once under an Idempotency-Key', async () => {
    const [key, body] = [{ 'idempotency-key': randomUUID() }, valid()];
    const first = await species.send<SpeciesView>('POST', '/v1/species', body, key);
    const again = await species.send<SpeciesView>('POST', '/v1/species', body, key);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await species.send('POST', '/v1/species', valid(), key)).status).toBe(422);
  });
});

describe('editing a species', () => {
  it('merges the patch, and the slug stays', async () => {
    const { id, slug } = await create({ common_names: [{ name: 'Old Name', language: 'en' }] });
    const patch = { common_name: 'New Perch', regions: ['asia'], max_length_in: 12.5 };
    const { status, headers, body } = await species.send<SpeciesView>('PATCH', `/v1/species/${slug}`, patch);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...patch,
      id,
      slug,
      common_names: [
        { name: 'New Perch', language: 'en', region: null },
        { name: 'Old Name', language: 'en', region: null },
      ],
    });
    expect(headers.get('etag')).toBe(await etagOf(id));
    expect(await species.send('PATCH', `/v1/species/${id}`, { regions: null, max_length_in: null })).toMatchObject({
      status: 200,
      body: { regions: [], max_length_in: null },
    });
  });

  it('makes no version where it says what is there', async () => {
    const { id, updated_at, ...view } = await create({ max_weight_lbs: 3.0625 });
    const { common_name, common_names, max_weight_lbs } = view;
    const again = await species.send('PATCH', `/v1/species/${id}`, { common_name, common_names, max_weight_lbs });
    expect(again).toMatchObject({ status: 200, body: { updated_at } });
    expect(await versionOf(id)).toBe(1);
  });

  it('lets one of two curators through who read the same state', async () => {
    const { id } = await create();
    const tag = { 'if-match': await etagOf(id) };
    const answers = await Promise.all(
      [1, 2].map((max_length_in) => species.send<Problem>('PATCH', `/v1/species/${id}`, { max_length_in }, tag)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect(answers.find(({ status }) => status === 412)?.body.code).toBe('request.precondition_failed');
    expect(await versionOf(id)).toBe(2);
  });

  it('refuses the tag of another species that was written at the same time', async () => {
    const [one, other] = [await create(), await create()];
    await pool.query('UPDATE species SET updated_at = now() WHERE id = ANY($1)', [[one.id, other.id]]);
    const tag = { 'if-match': await etagOf(other.id) };
    expect((await species.send('PATCH', `/v1/species/${one.id}`, { max_length_in: 2 }, tag)).status).toBe(412);
    expect((await species.send('PATCH', `/v1/species/${other.id}`, { max_length_in: 2 }, tag)).status).toBe(200);
  });

  it('takes the tag of a read with a query too', async () => {
    const { id } = await create();
    const { headers } = await species.get(`/v1/species/${id}?fields=id`);
    const tag = { 'if-match': headers.get('etag') ?? '' };
    expect((await species.send('PATCH', `/v1/species/${id}`, { max_length_in: 2 }, tag)).status).toBe(200);
  });

  it.each([
    ['of a field that must be there', { common_name: null }, 400, '/common_name'],
    ['of a read-only field', { records: {} }, 400, '/records'],
    ['to a weight below the world record', { max_weight_lbs: 22 }, 422, '/max_weight_lbs'],
  ])('refuses a patch %s', async (_what, patch, status, pointer) => {
    const answer = await species.send<Problem>('PATCH', '/v1/species/largemouth-bass', patch);
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toMatchObject([{ pointer }]);
  });

  it('is refused when another species has the scientific name', async () => {
    const { id } = await create();
    const patch = { scientific_name: 'Micropterus salmoides' };
    expect(await species.send('PATCH', `/v1/species/${id}`, patch)).toMatchObject({
      status: 409,
      body: { code: 'species.scientific_name_taken' },
    });
  });

  it.each(['spc_01h455vb4pex5vsknk00000009', 'no-such-fish', 'NO%20FISH'])('finds no %s', async (id) => {
    expect(await species.send('PATCH', `/v1/species/${id}`, {})).toMatchObject({
      status: 404,
      body: { code: 'species.not_found' },
    });
  });
});

describe('deleting a species', () => {
  it('makes it gone, its names free, and later reads and writes a 410', async () => {
    const { id, slug, scientific_name } = await create();
    const stale = { 'if-match': '"0.0"' };
    expect((await species.send('DELETE', `/v1/species/${id}`, undefined, stale)).status).toBe(412);
    expect((await species.send('DELETE', `/v1/species/${id}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', id],
      ['GET', slug],
      ['GET', `${id}/history`],
      ['GET', `${id}/records`],
      ['DELETE', id],
      ['PATCH', id],
    ] as const) {
      const answer = await species.send(method, `/v1/species/${path}`, method === 'PATCH' ? {} : undefined);
      expect(answer).toMatchObject({ status: 410, body: { code: 'species.deleted' } });
    }
    const { data } = (await species.get<{ data: SpeciesView[] }>('/v1/species?per_page=100')).body;
    expect(data.map((one) => one.id)).not.toContain(id);
    expect((await create({ scientific_name })).id).not.toBe(id);
  });
});

describe('the history of a species', () => {
  it('is told newest first, with what was and what became', async () => {
    const { id } = await create();
    await species.send('PATCH', `/v1/species/${id}`, { max_length_in: 7 });
    const { body } = await species.get<{ data: SpeciesChange[]; total: number }>(`/v1/species/${id}/history`);
    expect(body.total).toBe(2);
    expect(body.data).toMatchObject([
      { action: 'species.updated', version: 2, changes: [{ field: 'max_length_in', from: null, to: 7 }] },
      { action: 'species.created', version: 1 },
    ]);
    const { accountId, credentialId } = testCaller();
    expect(body.data[0]?.by).toEqual({ account_id: accountId, credential_id: credentialId });
  });

  it('shows strangers the account alone', async () => {
    const stranger = identityHeaders('species', { ...testCaller(), accountId: 'acc_stranger' });
    const { id } = await create();
    const { body } = await species.get<{ data: SpeciesChange[] }>(`/v1/species/${id}/history`, stranger);
    expect(body.data[0]?.by).toEqual({ account_id: testCaller().accountId, credential_id: null });
  });

  it('keeps the rules of every list', async () => {
    const { id } = await create();
    for (let length = 1; length < 9; length += 1)
      await species.send('PATCH', `/v1/species/${id}`, { max_length_in: length });
    const get = (more: string) => species.get(`/v1/species/${id}/history?${more}`);
    expect(await brokenListRules({ get, query: '', field: 'version' })).toEqual([]);
    expect((await get('units=metric')).status).toBe(200);
  });
});

describe('the seed after curators', () => {
  it('leaves alone what they edited, revises the rest, and keeps deleted what they deleted', async () => {
    const facts = [
      speciesFacts({ commonName: 'Edited', scientificName: 'Sander editus', maxLengthIn: 10 }),
      speciesFacts({ commonName: 'Deleted', scientificName: 'Sander deletus' }),
    ];
    await seedCatalogue(pool, facts, new Date());
    await species.send('PATCH', '/v1/species/edited', { max_length_in: 20 });
    await species.send('DELETE', '/v1/species/deleted');
    const changed = facts.map((one) => ({ ...one, maxLengthIn: 30, family: 'Percidae' }));
    expect(await seedCatalogue(pool, changed, new Date())).toEqual({ registered: 0, revised: 1, unchanged: 1 });
    expect((await species.get('/v1/species/edited')).body).toMatchObject({ max_length_in: 20, family: 'Percidae' });
    expect((await species.get('/v1/species/deleted')).status).toBe(410);
    expect(await seedCatalogue(pool, changed, new Date())).toEqual({ registered: 0, revised: 0, unchanged: 2 });
  });
});
