import { createPool } from '@cds/postgres';
import { type TestDatabase, testDatabase, recordingRelease, widenTables } from '@cds/testing';
import type pg from 'pg';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import type { SpeciesFacts } from '../src/catalogue/species.events.js';
import { catalogue, type SpeciesHarness, startSpecies } from './species.harness.js';

let database: TestDatabase;
let pool: pg.Pool;
let species: SpeciesHarness;
beforeAll(async () => {
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'tests', max: 2 });
  species = await startSpecies(database.url);
});
afterAll(async () => {
  await species.stop();
  await pool.end();
  await database.drop();
});

const READS = ['species?per_page=2', 'species?q=bass', 'species?q=basss', 'species/largemouth-bass'];

const exercise = async (facts: readonly SpeciesFacts[]): Promise<void> => {
  await seedCatalogue(pool, facts, new Date());
  for (const path of READS) expect(await species.get(`/v1/${path}`)).toMatchObject({ status: 200 });
};

describe('a running service whose tables a later release widens', () => {
  it('goes on reading and writing', async () => {
    const [first, ...others] = await catalogue();
    if (!first) throw new Error('the catalogue is empty');
    const bass = [first, ...others].filter(({ commonName }) => commonName === 'Largemouth Bass');
    await recordingRelease('species', () => exercise(bass));
    for (const maxWeightLbs of [1, 2]) await exercise([{ ...first, maxWeightLbs }, ...others]);
    expect((await widenTables(pool)).length).toBeGreaterThan(3);
    for (const maxWeightLbs of [3, 4]) await exercise([{ ...first, maxWeightLbs }, ...others]);
  });
});
