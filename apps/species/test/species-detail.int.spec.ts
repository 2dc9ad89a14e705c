import { createPool } from '@cds/postgres';
import { type TestDatabase, testDatabase } from '@cds/testing';
import { unrefusedCalls } from '@cds/testing/identity';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { speciesFacts } from './species.builders.js';
import { type SpeciesHarness, startSpecies } from './species.harness.js';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import type { SpeciesView } from '../src/catalogue/species-view.js';

describe('one species', () => {
  let database: TestDatabase;
  let species: SpeciesHarness;

  beforeAll(async () => {
    database = await testDatabase('species');
    const pool = createPool(database.url, { applicationName: 'test' });
    const bare = {
      commonName: 'Redeye Bass',
      scientificName: 'Micropterus coosae',
      worldRecord: null,
      maxWeightLbs: null,
      maxLengthIn: null,
    };
    await seedCatalogue(pool, [speciesFacts(), speciesFacts(bare)], new Date('2026-03-01T08:00:00.000Z'));
    await pool.end();
    species = await startSpecies(database.url);
  });
  afterAll(async () => {
    await species.stop();
    await database.drop();
  });

  it('refuses every call to a caller without its scope', async () => {
    expect(await unrefusedCalls('species', species.url)).toEqual([]);
  });

  it('is read whole by its slug, and the same by its id', async () => {
    const { status, body } = await species.get<SpeciesView>('/v1/species/largemouth-bass');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^spc_[0-9a-hjkmnp-tv-z]{26}$/),
      slug: 'largemouth-bass',
      common_name: 'Largemouth Bass',
      common_names: [
        { name: 'Largemouth Bass', language: 'en', region: null },
        { name: 'Bigmouth', language: 'en', region: 'Gulf' },
      ],
      scientific_name: 'Micropterus salmoides',
      family: 'Centrarchidae',
      order: 'Centrarchiformes',
      water: 'freshwater',
      regions: ['north_america'],
      photos: [expect.objectContaining({ kind: 'illustration', license: 'CC0-1.0' })],
      records: {
        world: {
          weight_lbs: 22.25,
          place: 'Montgomery Lake, Georgia, USA',
          date: '1932-06-02',
          angler: 'George Perry',
          source: 'a list',
        },
        service: null,
      },
      max_weight_lbs: 22.25,
      max_length_in: 38.2,
      updated_at: '2026-03-01T08:00:00.000Z',
    });
    expect((await species.get(`/v1/species/${body.id}`)).body).toEqual(body);
  });

  it('has nulls for what nobody knows', async () => {
    const { body } = await species.get<SpeciesView>('/v1/species/redeye-bass');
    expect(body).toMatchObject({ records: { world: null, service: null }, max_weight_lbs: null, max_length_in: null });
  });

  it.each(['spc_01h455vb4pex5vsknk084sn02q', 'no-such-bass', 'Largemouth%20Bass', '%E3%83%8B'])(
    'is not found as %s',
    async (idOrSlug) => {
      expect(await species.get(`/v1/species/${idOrSlug}`)).toMatchObject({
        status: 404,
        body: { code: 'species.not_found', status: 404 },
      });
    },
  );

  it('answers the fields that are asked for, with metric twins', async () => {
    expect((await species.get('/v1/species/largemouth-bass?fields=slug,max_weight_lbs')).body).toEqual({
      slug: 'largemouth-bass',
      max_weight_lbs: 22.25,
    });
    expect((await species.get('/v1/species/largemouth-bass?units=metric')).body).toMatchObject({
      max_weight_lbs: 22.25,
      max_weight_kg: 10.092,
      max_length_in: 38.2,
      max_length_cm: 97.028,
      records: { world: { weight_lbs: 22.25, weight_kg: 10.092 } },
    });
    expect((await species.get('/v1/species/redeye-bass?units=metric')).body).toMatchObject({
      records: { world: null },
      max_weight_kg: null,
      max_length_cm: null,
    });
  });

  it.each(['fields=weight', 'units=stones'])('refuses ?%s', async (query) => {
    const [parameter] = query.split('=');
    expect(await species.get(`/v1/species/largemouth-bass?${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter, code: 'enum' }] },
    });
  });

  it.each(['expand=photos', 'x=1'])('refuses the parameter of ?%s', async (query) => {
    const [parameter] = query.split('=');
    const { status, body } = await species.get<{ errors: unknown[] }>(`/v1/species/largemouth-bass?${query}`);
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter, code: 'unknown_parameter' })]);
  });

  it('asks who is calling', async () => {
    expect(await species.get('/v1/species/largemouth-bass', {})).toMatchObject({
      status: 401,
      body: { code: 'auth.identity' },
    });
  });
});
