import { readFileSync } from 'node:fs';
import { createPool, inTransaction } from '@cds/postgres';
import { type TestDatabase, testDatabase } from '@cds/testing';
import type pg from 'pg';
import { type SeedResult, seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import type { SpeciesFacts } from '../src/catalogue/species.events.js';
import type { SpeciesView } from '../src/catalogue/species-view.js';
import { RestoreSpecies } from '../src/service-records/restore-species/restore-species.js';
import { speciesFacts } from './species.builders.js';
import { type SpeciesHarness, startSpecies } from './species.harness.js';

let database: TestDatabase;
let pool: pg.Pool;
let species: SpeciesHarness;

beforeAll(async () => {
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'test' });
  species = await startSpecies(database.url);
});
afterAll(async () => {
  await species.stop();
  await pool.end();
  await database.drop();
});

const CHANGED = { family: 'Percidae' };

const bass = (genus: string, epithet = 'salmoides', overrides: Partial<SpeciesFacts> = {}): SpeciesFacts =>
  speciesFacts({ commonName: `${genus} Bass`, scientificName: `${genus} ${epithet}`, commonNames: [], ...overrides });
const seed = (...facts: SpeciesFacts[]): Promise<SeedResult> => seedCatalogue(pool, facts, new Date());
const read = async (slug: string): Promise<SpeciesView> => (await species.get<SpeciesView>(`/v1/species/${slug}`)).body;
const rename = async (slug: string, scientific_name: string): Promise<void> => {
  expect((await species.send('PATCH', `/v1/species/${slug}`, { scientific_name })).status).toBe(200);
};
const create = async (common_name: string, scientific_name: string): Promise<void> => {
  const taxa = { family: 'Centrarchidae', order: 'Centrarchiformes', water: 'freshwater' };
  expect((await species.send('POST', '/v1/species', { common_name, scientific_name, ...taxa })).status).toBe(201);
};
const remove = async (slug: string): Promise<void> => {
  expect((await species.send('DELETE', `/v1/species/${slug}`)).status).toBe(204);
};

const REGISTERED = { registered: 1, revised: 0, unchanged: 0 };
const UNCHANGED = { registered: 0, revised: 0, unchanged: 1 };
const REVISED = { registered: 0, revised: 1, unchanged: 0 };

describe('a species whose scientific name a person changed', () => {
  it('is revised by the seed under the name that they gave', async () => {
    await seed(bass('Kept'));
    const { id } = await read('kept-bass');
    await rename(id, 'Kept nigricans');
    expect(await seed(bass('Kept'))).toEqual(UNCHANGED);
    expect(await seed(bass('Kept', 'salmoides', CHANGED))).toEqual(REVISED);
    expect(await read('kept-bass')).toMatchObject({ ...CHANGED, id, scientific_name: 'Kept nigricans' });
  });

  it('stays deleted where they deleted it after that', async () => {
    await seed(bass('Gone'));
    await rename('gone-bass', 'Gone nigricans');
    await remove('gone-bass');
    expect(await seed(bass('Gone'))).toEqual(UNCHANGED);
    expect((await species.get('/v1/species/gone-bass')).status).toBe(410);
  });

  it('is still known to the seed when a catch brought it back', async () => {
    await seed(bass('Restored'));
    const { id } = await read('restored-bass');
    await rename(id, 'Restored nigricans');
    await remove(id);
    const context = { occurredAt: new Date(), actor: null, requestId: null, traceparent: null };
    await inTransaction(pool, (tx) => new RestoreSpecies().execute(tx, [id], context));
    expect(await seed(bass('Restored'))).toEqual(UNCHANGED);
    expect(await read('restored-bass')).toMatchObject({ id, scientific_name: 'Restored nigricans' });
  });

  it('is known by a new name of the catalogue from then on', async () => {
    await seed(bass('Followed'));
    const { id } = await read('followed-bass');
    await rename(id, 'Followed nigricans');
    expect(await seed(bass('Followed', 'nigricans'))).toEqual(UNCHANGED);
    await rename(id, 'Followed floridanus');
    expect(await seed(bass('Followed', 'nigricans', CHANGED))).toEqual(REVISED);
    expect(await read('followed-bass')).toMatchObject({ ...CHANGED, id, scientific_name: 'Followed floridanus' });
  });

  it('is the one of its new name where the catalogue has both', async () => {
    // More than one transaction of the seed has.
    const between = Array.from({ length: 50 }, (_, at) => bass(`Between ${at}`));
    const black = bass('Split', 'nigricans', { ...CHANGED, commonName: 'Black Split Bass' });
    const both = [bass('Split'), ...between, black];
    await seed(bass('Split'));
    const { id } = await read('split-bass');
    await rename(id, 'Split nigricans');
    expect(await seed(...both)).toEqual({ registered: 51, revised: 1, unchanged: 0 });
    expect(await read('split-bass')).toMatchObject({ ...CHANGED, id, common_name: 'Black Split Bass' });
    expect(await seed(...both)).toEqual({ registered: 0, revised: 0, unchanged: 52 });
  });

  it('leaves its former name to the species that gets it, however that is called later', async () => {
    await seed(bass('Other'));
    await seed(bass('Given'));
    const { id } = await read('given-bass');
    await rename(id, 'Given nigricans');
    await rename('other-bass', 'Given salmoides');
    expect(await seed(bass('Given', 'salmoides', CHANGED))).toEqual(REVISED);
    await rename('other-bass', 'Given floridanus');
    expect(await seed(bass('Given', 'salmoides', { ...CHANGED, maxLengthIn: 50 }))).toEqual(REVISED);
    expect(await read('other-bass')).toMatchObject({ max_length_in: 50, scientific_name: 'Given floridanus' });
    expect(await read(id)).toMatchObject({ family: 'Centrarchidae', scientific_name: 'Given nigricans' });
  });

  it('is unknown to the seed by a former name that a person gave too', async () => {
    await create('Typo Bass', 'Typo salmoidse');
    await rename('typo-bass', 'Typo salmoides');
    expect(await seed(bass('Typo', 'salmoidse'))).toEqual(REGISTERED);
  });
});

describe('what the release before wrote', () => {
  it('is known to the seed by the name of its registration once the migration has run', async () => {
    await seed(bass('Before'), bass('Deleted'));
    await create('Person Bass', 'Person salmoidse');
    await rename('person-bass', 'Person salmoides');
    await rename('before-bass', 'Before nigricans');
    await rename('deleted-bass', 'Deleted nigricans');
    await remove('deleted-bass');
    await pool.query(`
      ALTER TABLE species DROP COLUMN seeded_name;
      ALTER TABLE deleted_species DROP COLUMN seeded_name`);
    const migration = new URL('../prisma/migrations/20261126153000_seeded_names/migration.sql', import.meta.url);
    await pool.query(readFileSync(migration, 'utf8'));
    expect(await seed(bass('Before'), bass('Deleted'))).toEqual({ registered: 0, revised: 0, unchanged: 2 });
    expect(await seed(bass('Person', 'salmoidse'))).toEqual(REGISTERED);
  });
});
