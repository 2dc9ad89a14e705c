import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SpeciesHarness, startSpecies } from './species.harness.js';

describe('a database that is away', () => {
  let species: SpeciesHarness;

  beforeAll(async () => {
    species = await startSpecies('postgresql://nobody@127.0.0.1:1/species');
  });
  afterAll(() => species.stop());

  it.each(['/v1/species', '/v1/species?q=bass', '/v1/species/largemouth-bass'])(
    'makes %s a 503 that says when to come back',
    async (path) => {
      const { status, headers, body } = await species.get(path);
      expect({ status, body }).toMatchObject({ status: 503, body: { code: 'service.unavailable' } });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});
