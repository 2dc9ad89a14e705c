import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { KnownSpecies } from '../src/species-names/species-index.js';
import { SpeciesIndex } from '../src/species-names/species-index.js';
import { SpeciesNames } from '../src/species-names/species-names.js';
import { CatchHarness } from './catch.harness.js';

type Row = Record<'common_name' | 'scientific_name' | 'other_common_names', string>;

const rows = parse<Row>(readFileSync(join(import.meta.dirname, '../../species/data/species.csv'), 'utf8'), {
  columns: true,
});
const catalogue = rows.map((row, at): KnownSpecies => ({
  id: `spc_${String(at).padStart(26, '0')}`,
  commonName: row.common_name,
  scientificName: row.scientific_name,
  aliases: row.other_common_names
    .split(';')
    .flatMap((name) => (name === '' ? [] : [name.replace(/^[a-z]{2}:|@[a-z]{2}$/g, '')])),
  maxWeightLbs: null,
}));

/** Bare kinds, with some of the species that each means; several are the alias of one species in the catalogue. */
const KINDS: readonly (readonly [string, readonly string[]])[] = [
  ['bass', ['Largemouth Bass', 'Striped Bass', 'European Seabass', 'Australian Bass']],
  ['trout', ['Rainbow Trout', 'Brown Trout', 'Lake Trout']],
  ['perch', ['Yellow Perch', 'European Perch', 'Nile Perch']],
  ['Snapper', ['Red Snapper', 'Australasian Snapper']],
  ['grouper', ['Nassau Grouper', 'Red Grouper']],
  ['salmon', ['Atlantic Salmon', 'Chinook Salmon']],
  ['catfish', ['Channel Catfish', 'Wels Catfish']],
  ['tuna', ['Yellowfin Tuna', 'Skipjack Tuna']],
  ['bluefin tuna', ['Atlantic Bluefin Tuna', 'Southern Bluefin Tuna']],
  ['SHARK', ['Blue Shark', 'White Shark']],
  ['flounder', ['Summer Flounder', 'European Flounder']],
  ['cod', ['Atlantic Cod', 'Murray Cod']],
  ['bream', ['Common Bream', 'Bluegill']],
  ['barracuda', ['Great Barracuda', 'Pacific Barracuda']],
  ['pompano', ['Florida Pompano', 'African Pompano']],
  ['rockfish', ['Copper Rockfish', 'Striped Bass']],
  ['peacock bass', ['Speckled Peacock Bass', 'Butterfly Peacock Bass']],
  ['drum', ['Red Drum', 'Black Drum']],
  ['mackerel', ['Atlantic Mackerel', 'King Mackerel']],
];

describe('a bare kind of the catalogue', () => {
  const index = new SpeciesIndex(catalogue);

  it.each(KINDS)('%s means several', (name, some) => {
    const resolved = index.resolve(name);
    const found = resolved.found === 'several' ? resolved.species.map(({ commonName }) => commonName) : [];
    expect(found).toEqual(expect.arrayContaining([...some]));
  });

  it.each(['Largemouth Bass', 'Dolphinfish', 'Bonefish', 'redfish', 'steelhead', 'bluegill'])(
    '%s is one species still',
    (name) => {
      expect(index.resolve(name).found).toBe('one');
    },
  );
});

describe('candidates', () => {
  let catches: CatchHarness;
  beforeAll(async () => {
    catches = await CatchHarness.start();
  });
  afterAll(() => catches.stop());

  it('come the most caught first', async () => {
    const [one, two, three] = catalogue;
    if (!one || !two || !three) throw new Error('the catalogue is empty');
    await catches.pool.query(
      `INSERT INTO catch_counts (species_id, verification_tier, count) VALUES ($1, 0, 3), ($2, 0, 4), ($2, 1, 5)`,
      [two.id, three.id],
    );
    const ranked = () => catches.app.get(SpeciesNames).mostCaughtFirst([one, two, three]);
    expect(await ranked()).toEqual([three, two, one]);
    // A catch of a moment ago counts at once.
    await catches.pool.query(
      'INSERT INTO catch_count_deltas (species_id, verification_tier, delta) VALUES ($1, 2, 10)',
      [one.id],
    );
    expect(await ranked()).toEqual([one, three, two]);
  });
});
