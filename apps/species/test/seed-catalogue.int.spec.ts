import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@cds/postgres';
import { type TestDatabase, testDatabase } from '@cds/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { catalogueCsv, catalogueCsvRow, speciesFacts } from './species.builders.js';
import { catalogue } from './species.harness.js';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import { seedCommand } from '../src/catalogue/seed-catalogue/seed-command.js';

const now = new Date('2026-03-01T08:00:00.000Z');
const later = new Date('2026-04-01T08:00:00.000Z');

let database: TestDatabase;
let pool: pg.Pool;

const inDatabase = async (): Promise<void> => {
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'test' });
};
const dropDatabase = async (): Promise<void> => {
  await pool.end();
  await database.drop();
};

const rows = async (sql: string): Promise<unknown[]> => (await pool.query(sql)).rows;
const contents = (): Promise<unknown[]> =>
  rows(`SELECT s.*, (SELECT jsonb_agg(t ORDER BY term) FROM species_terms t WHERE t.species_id = s.id) AS terms,
    (SELECT jsonb_agg(e ORDER BY version) FROM events e WHERE e.stream_id = s.id) AS events FROM species s
    ORDER BY id`);

describe('the catalogue that comes with the service', () => {
  beforeAll(inDatabase);
  afterAll(dropDatabase);

  it('becomes 625 species, each with the event that registered it', async () => {
    expect(await seedCatalogue(pool, await catalogue(), now)).toEqual({ registered: 625, revised: 0, unchanged: 0 });
    expect(await rows('SELECT count(*)::int, count(DISTINCT slug)::int AS slugs FROM species')).toEqual([
      { count: 625, slugs: 625 },
    ]);
    expect(await rows('SELECT type, version, count(*)::int FROM events GROUP BY type, version')).toEqual([
      { type: 'SpeciesRegistered', version: 1, count: 625 },
    ]);
  });

  it('changes nothing the second time', async () => {
    const before = await contents();
    expect(await seedCatalogue(pool, await catalogue(), later)).toEqual({ registered: 0, revised: 0, unchanged: 625 });
    expect(await contents()).toEqual(before);
  });

  it('revises a species whose facts changed, and its search terms with it', async () => {
    const [first, ...others] = await catalogue();
    const renamed = {
      ...first,
      ...speciesFacts({ scientificName: first?.scientificName ?? '', commonName: 'New Name', commonNames: [] }),
    };
    expect(await seedCatalogue(pool, [renamed, ...others], later)).toEqual({
      registered: 0,
      revised: 1,
      unchanged: 624,
    });
    expect(await rows(`SELECT version, created_at, updated_at FROM species WHERE common_name = 'New Name'`)).toEqual([
      { version: 2, created_at: now, updated_at: later },
    ]);
    expect(
      await rows(
        `SELECT rank, term FROM species_terms JOIN species ON id = species_id WHERE common_name = 'New Name'
          ORDER BY rank`,
      ),
    ).toEqual([
      { rank: 0, term: 'new name' },
      { rank: 1, term: first?.scientificName.toLowerCase() },
    ]);
  });
});

describe('seedings at the same time', () => {
  beforeAll(inDatabase);
  afterAll(dropDatabase);

  it('register each species once', async () => {
    const facts = (await catalogue()).slice(0, 50);
    const results = await Promise.all([1, 2, 3].map(() => seedCatalogue(pool, facts, now)));
    expect(results.map(({ registered }) => registered).toSorted((a, b) => a - b)).toEqual([0, 0, 50]);
    expect(await rows('SELECT count(*)::int FROM events')).toEqual([{ count: 50 }]);
  });
});

describe('a new species with the common name of a known one', () => {
  beforeAll(inDatabase);
  afterAll(dropDatabase);

  it('gets a slug of its own', async () => {
    await seedCatalogue(pool, [speciesFacts()], now);
    await seedCatalogue(pool, [speciesFacts({ scientificName: 'Micropterus floridanus' })], now);
    expect(await rows('SELECT slug FROM species ORDER BY slug')).toEqual([
      { slug: 'largemouth-bass' },
      { slug: 'largemouth-bass-micropterus-floridanus' },
    ]);
  });
});

describe('the seed command', () => {
  let folder: string;

  const seedFile = async (csv: string) => {
    const file = join(folder, 'species.csv');
    await writeFile(file, csv);
    return seedCommand(['--file', file]);
  };

  beforeAll(async () => {
    await inDatabase();
    folder = await mkdtemp(join(tmpdir(), 'species-'));
    process.env['DATABASE_URL'] = database.url;
  });
  afterAll(async () => {
    delete process.env['DATABASE_URL'];
    await rm(folder, { recursive: true });
    await dropDatabase();
  });

  it('tells what it did', async () => {
    expect(await seedFile(catalogueCsv(catalogueCsvRow({})))).toEqual({
      exitCode: 0,
      text: 'species: 1 registered, 0 revised, 0 unchanged',
    });
  });

  it('refuses a broken catalogue whole, with every line that is wrong', async () => {
    const csv = catalogueCsv(
      catalogueCsvRow({ scientific_name: 'Esox lucius', common_name: 'Northern Pike' }),
      catalogueCsvRow({ scientific_name: 'esox', common_name: 'Pike' }),
      catalogueCsvRow({ scientific_name: 'Esox niger', common_name: 'Chain Pickerel', water: 'tea' }),
    );
    expect(await seedFile(csv)).toEqual({
      exitCode: 1,
      text: [
        'the catalogue has 2 problems',
        'line 3: scientific_name is not "Genus species"',
        'line 4: water must be one of freshwater, saltwater, brackish, anadromous, catadromous',
      ].join('\n'),
    });
    expect(await rows('SELECT count(*)::int FROM species')).toEqual([{ count: 1 }]);
  });

  it('explains itself, and tells what it does not understand', async () => {
    expect(await seedCommand(['--help'])).toEqual({
      exitCode: 0,
      text: expect.stringContaining('usage: npm run seed'),
    });
    expect(await seedCommand(['--flie', 'x'])).toEqual({ exitCode: 1, text: expect.stringContaining("'--flie'") });
  });

  it('does not start without a database', async () => {
    delete process.env['DATABASE_URL'];
    expect(await seedCommand([])).toEqual({ exitCode: 1, text: expect.stringContaining('DATABASE_URL is not set') });
  });
});
