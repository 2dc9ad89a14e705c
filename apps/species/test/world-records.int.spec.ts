import { randomUUID } from 'node:crypto';
import { createPool } from '@cds/postgres';
import { brokenListRules, type TestDatabase, testDatabase } from '@cds/testing';
import type pg from 'pg';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import type { SpeciesView } from '../src/catalogue/species-view.js';
import type { SpeciesChange } from '../src/catalogue/species-history/species-history.schemas.js';
import type { RecordView } from '../src/records/record-view.js';
import { speciesFacts } from './species.builders.js';
import { type SpeciesHarness, startSpecies } from './species.harness.js';

const BASS = '/v1/species/largemouth-bass';
const RECORDS = `${BASS}/records`;

interface Problem {
  code: string;
  errors: { pointer: string; code: string }[];
}

let database: TestDatabase;
let pool: pg.Pool;
let species: SpeciesHarness;
let first: RecordView;

beforeAll(async () => {
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'test' });
  await seedCatalogue(pool, [speciesFacts()], new Date('2026-01-01T00:00:00Z'));
  species = await startSpecies(database.url);
  const { body } = await species.get<{ data: RecordView[] }>(RECORDS);
  const [record] = body.data;
  if (!record) throw new Error('the seed gave no record');
  first = record;
});
afterAll(async () => {
  await species.stop();
  await pool.end();
  await database.drop();
});

const entry = (overrides: object = {}) => ({
  weight_lbs: 23,
  place: 'Lake Biwa, Japan',
  date: '2009-07-02',
  angler: 'Manabu Kurita',
  source: 'IGFA',
  ...overrides,
});
const list = async (query = ''): Promise<RecordView[]> =>
  (await species.get<{ data: RecordView[] }>(`${RECORDS}?${query}`)).body.data;
const read = async (): Promise<SpeciesView> => (await species.get<SpeciesView>(BASS)).body;
const enter = (body: unknown, headers: Record<string, string> = {}) =>
  species.send<RecordView & Problem>('POST', RECORDS, body, headers);

describe('the world record of a species', () => {
  it('is that of the seed at first', async () => {
    expect(await list()).toMatchObject([
      {
        kind: 'world',
        current: true,
        weight_lbs: 22.25,
        angler: { id: null, name: 'George Perry' },
        place: expect.any(String) as string,
      },
    ]);
  });

  it('is entered by a curator, and the former holder is kept', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const { status, headers, body } = await enter(entry(), key);
    expect(status).toBe(201);
    expect(headers.get('location')).toMatch(new RegExp(`/records/${body.id}$`));
    expect(await species.get(headers.get('location') ?? '')).toMatchObject({ status: 200, body });
    expect(body).toMatchObject({ kind: 'world', current: true, weight_lbs: 23, angler: { name: 'Manabu Kurita' } });
    expect((await enter(entry(), key)).body).toEqual(body);
    expect((await list()).map(({ weight_lbs, current }) => [weight_lbs, current])).toEqual([
      [23, true],
      [22.25, false],
    ]);
    expect(await read()).toMatchObject({
      max_weight_lbs: 23,
      records: { world: { weight_lbs: 23, date: '2009-07-02' } },
    });
  });

  it('is left alone by the seed from then on', async () => {
    expect(await seedCatalogue(pool, [speciesFacts()], new Date())).toMatchObject({ revised: 0, unchanged: 1 });
    expect((await read()).records.world).toMatchObject({ weight_lbs: 23 });
  });

  it.each([
    ['is no heavier than the current one', { weight_lbs: 23 }, 422, ['/weight_lbs']],
    ['has a bad date and too small a weight', { weight_lbs: 1, date: '2009-02-30' }, 400, ['/date', '/weight_lbs']],
    ['is of the year 0000', { weight_lbs: 30, date: '0000' }, 400, ['/date']],
    ['is caught in the future', { weight_lbs: 30, date: '2999' }, 400, ['/date']],
    [
      'is of another shape',
      { weight_lbs: 0, place: '', source: undefined, current: true },
      400,
      ['/current', '/place', '/source', '/weight_lbs'],
    ],
  ])('is refused when it %s', async (_what, overrides, status, pointers) => {
    const answer = await enter(entry(overrides));
    expect(answer.status).toBe(status);
    expect([...new Set(answer.body.errors.map(({ pointer }) => pointer))].toSorted()).toEqual(pointers);
  });

  it('is corrected, and so is a former one: the heaviest is the current one', async () => {
    const correction = {
      weight_lbs: 22.25,
      place: 'Montgomery Lake',
      date: '1932-06-02',
      angler: 'George W. Perry',
      source: 'IGFA',
    };
    expect(await species.send('PUT', `${RECORDS}/${first.id}`, correction)).toMatchObject({
      status: 200,
      body: { id: first.id, current: false, angler: { name: 'George W. Perry' } },
    });
    const version = async () =>
      (await pool.query<{ version: number }>("SELECT version FROM species WHERE slug = 'largemouth-bass'")).rows[0]
        ?.version;
    const before = await version();
    expect((await species.send('PUT', `${RECORDS}/${first.id}`, correction)).status).toBe(200);
    expect(await version()).toBe(before);
    const [current] = await list();
    await species.send('PUT', `${RECORDS}/${current?.id}`, entry({ weight_lbs: 22 }));
    expect((await read()).records.world).toMatchObject({ weight_lbs: 22.25, angler: 'George W. Perry' });
    expect((await read()).max_weight_lbs).toBe(22.25);
    await species.send('PUT', `${RECORDS}/${current?.id}`, entry());
    expect((await read()).records.world).toMatchObject({ weight_lbs: 23 });
  });

  it('is told in the history of the species, a former one as well', async () => {
    const changesOf = async () => {
      const { body } = await species.get<{ data: SpeciesChange[] }>(`${BASS}/history?per_page=1`);
      return body.data[0]?.changes;
    };
    const [current, former] = await list();
    const kept = (overrides: object = {}) => {
      const { weight_lbs, place, date, source, angler } = former ?? first;
      return { weight_lbs, place, date, angler: angler.name, source, ...overrides };
    };
    await species.send('PUT', `${RECORDS}/${former?.id}`, kept({ angler: 'G. W. Perry' }));
    const before = { id: former?.id, ...kept() };
    const after = { ...before, angler: 'G. W. Perry' };
    expect(await changesOf()).toEqual([{ field: 'former_world_records', from: [before], to: [after] }]);
    await species.send('PUT', `${RECORDS}/${former?.id}`, kept());
    await species.send('PUT', `${RECORDS}/${current?.id}`, entry({ weight_lbs: 24 }));
    expect((await changesOf())?.map(({ field }) => field)).toEqual(['records', 'max_weight_lbs']);
    await species.send('PUT', `${RECORDS}/${current?.id}`, entry());
  });

  it('keeps the rules of every list', async () => {
    const third = (await enter(entry({ weight_lbs: 24 }))).body.id;
    const get = (more: string) => species.get(`${RECORDS}?${more}`);
    for (const query of ['', 'kind=world', 'sort=date'])
      expect(await brokenListRules({ get, query, other: 'kind=service', field: 'weight_lbs' })).toEqual([]);
    expect((await species.send('DELETE', `${RECORDS}/${third}`)).status).toBe(204);
    expect((await species.get(`${RECORDS}?region=Texas&kind=moon&sort=angler&colour=red`)).body).toMatchObject({
      errors: expect.arrayContaining(
        ['region', 'kind', 'sort', 'colour'].map((parameter) => expect.objectContaining({ parameter }) as object),
      ) as object,
    });
  });

  it('is read alone, with the ETag that If-Match of a write is held against', async () => {
    const path = `${RECORDS}/${first.id}`;
    const { headers, body } = await species.get<RecordView>(`${path}?units=metric`);
    expect(body).toMatchObject({ id: first.id, current: false, weight_lbs: 22.25, weight_kg: 10.092 });
    const read = { 'if-match': headers.get('etag') ?? '' };
    const correction = { weight_lbs: 22.25, place: 'Georgia', date: '1932-06-02', angler: 'Perry', source: 'IGFA' };
    const corrected = await species.send('PUT', path, correction, read);
    expect(corrected).toMatchObject({ status: 200, body: { place: 'Georgia' } });
    expect(corrected.headers.get('etag')).toBe((await species.get(path)).headers.get('etag'));
    expect((await species.send('DELETE', path, undefined, read)).status).toBe(412);
    expect((await species.get<RecordView>(`${path}?fields=place`)).body).toEqual({ place: 'Georgia' });
    expect((await species.get(`${path}?colour=red`)).status).toBe(400);
    for (const unknown of ['rcd_01h455vb4pex5vsknk0000zzzz', 'largest'])
      expect(await species.get(`${RECORDS}/${unknown}`)).toMatchObject({
        status: 404,
        body: { code: 'species.record_not_found' },
      });
  });

  it('is written with the ounces that it is read with', async () => {
    const path = `${RECORDS}/${first.id}`;
    const correction = { weight_lbs: 22.3125, place: 'Georgia', date: '1932-06-02', angler: 'Perry', source: 'IGFA' };
    expect(await species.send('PUT', path, correction)).toMatchObject({ status: 200, body: { weight_lbs: 22.3125 } });
    const tooExact = await species.send<Problem>('PUT', path, { ...correction, weight_lbs: 22.31255 });
    expect([tooExact.status, tooExact.body.errors.map(({ code }) => code)]).toEqual([400, ['decimals']]);
    expect((await species.send('PUT', path, { ...correction, weight_lbs: 22.25 })).status).toBe(200);
  });

  it('falls back to the former holder when it is deleted, and to none in the end', async () => {
    const [current] = await list();
    const stale = { 'if-match': '"0.0"' };
    const remove = (id: string | undefined, headers = {}) =>
      species.send<Problem>('DELETE', `${RECORDS}/${id}`, undefined, headers);
    expect((await remove(current?.id, stale)).status).toBe(412);
    expect((await remove(current?.id)).status).toBe(204);
    expect(await remove(current?.id)).toMatchObject({ status: 404, body: { code: 'species.record_not_found' } });
    expect((await read()).records.world).toMatchObject({ weight_lbs: 22.25 });
    expect((await remove(first.id)).status).toBe(204);
    expect((await read()).records.world).toBeNull();
    expect(await list()).toEqual([]);
  });

  it('is found only where the species is', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const path = `/v1/species/no-such-fish/records${method === 'POST' ? '' : `/${first.id}`}`;
      const answer = await species.send(method, path, method.startsWith('P') ? entry() : undefined);
      expect(answer).toMatchObject({ status: 404, body: { code: 'species.not_found' } });
    }
  });
});

describe('the former holders of a species', () => {
  it('are fifty at most', async () => {
    const codes = new Set<string | undefined>();
    for (let weight = 100; weight < 160 && !codes.has('species.record_limit'); weight++)
      codes.add((await enter(entry({ weight_lbs: weight }))).body.code);
    expect([...codes]).toEqual([undefined, 'species.record_limit']);
    expect((await list('per_page=100')).filter(({ kind, current }) => kind === 'world' && !current)).toHaveLength(50);
  });
});
