import { TOPICS } from '@cds/contracts';
import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import type { LostEvent } from '@cds/publishing/lost-versions';
import { createPool } from '@cds/postgres';
import { testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import { publishSpecies } from '../src/catalogue/publish-species.js';
import { speciesEvents } from '../src/catalogue/species-log.js';
import { speciesCorrections, withdrawSpecies } from '../src/lost-versions/species-corrections.js';
import { speciesFacts } from './species.builders.js';

let database: TestDatabase;
let pool: pg.Pool;
let id: string;
beforeAll(async () => {
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'tests', max: 2 });
  await seedCatalogue(pool, [speciesFacts()], new Date('2026-01-01T00:00:00Z'));
  id = (await pool.query<{ id: string }>('SELECT id FROM species')).rows[0]?.id ?? '';
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const lost = (version: number, topic: LostEvent['topic'] = TOPICS.speciesCatalog): LostEvent => ({
  id: 'evt_lost',
  type: 'SpeciesChangedV1',
  source: '/species',
  subject: id,
  time: new Date('2026-11-21T09:00:00.000Z'),
  accountId: null,
  traceparent: null,
  data: { version },
  topic,
  partition: 0,
  offset: '0',
  receivedAt: new Date(),
});

const row = async () =>
  (await pool.query('SELECT common_name, version FROM species WHERE id = $1', [id])).rows[0] as unknown;

describe('a species of which versions were lost', () => {
  it('is published as it is beyond them, once', async () => {
    await speciesCorrections(pool).restate([lost(3)]);
    await speciesCorrections(pool).restate([lost(3)]);
    expect(await row()).toEqual({ common_name: 'Largemouth Bass', version: 4 });
    const events = await speciesEvents.load(pool, id);
    const published = events.map((event) => publishSpecies(event, () => '', 'http://localhost').data);
    expect(published).toHaveLength(4);
    for (const state of published.slice(1))
      expect(PUBLISHED_EVENTS.SpeciesChangedV1.schema.parse(state)).toMatchObject({ common_name: 'Largemouth Bass' });
  });

  it('is left alone where it was deleted since', async () => {
    await pool.query(
      `INSERT INTO deleted_species (id, slug, scientific_name, description, version, created_at, deleted_at)
      SELECT id, slug, scientific_name, '{}', version, created_at, now() FROM species WHERE id = $1`,
      [id],
    );
    await pool.query('DELETE FROM species WHERE id = $1', [id]);
    await speciesCorrections(pool).restate([lost(9)]);
    expect(await speciesEvents.head(pool, id)).toMatchObject({ version: 4 });
    expect(speciesCorrections(pool).isFinal({ version: 5, type: 'SpeciesDeleted' })).toBe(true);
  });
});

it('a species that the log does not have is gone by a tombstone, and its broken records stay what they were', () => {
  const at = new Date('2026-11-28T09:00:00.000Z');
  expect(withdrawSpecies(lost(2), at)).toMatchObject({ type: 'SpeciesChangedV1', subject: id, time: at, data: null });
  expect(withdrawSpecies(lost(2), new Date())?.id).toBe(withdrawSpecies(lost(2), at)?.id);
  expect(withdrawSpecies(lost(2, TOPICS.speciesEvents), at)).toBeUndefined();
});
