import { speciesDescription } from '../../../test/species.builders.js';
import type { CommonName, SpeciesDescription } from '../species.events.js';
import type { EditSpeciesBody } from '../species-fields.js';
import { editSpecies } from './edit-species.js';

const named = (name: string, language: string, region: string | null = null): CommonName => ({
  name,
  language,
  region,
});
const barramundi = (...commonNames: CommonName[]): SpeciesDescription =>
  speciesDescription({ commonName: 'Barramundi', commonNames });
const namesAfter = (species: SpeciesDescription, patch: EditSpeciesBody) =>
  editSpecies(patch, { status: 'registered', species }).map(({ data }) => data.species.commonNames);

describe('a patch of the common name of a species', () => {
  it('is no event where it says what is there, whatever the language of the name', () => {
    expect(namesAfter(barramundi(named('Barramundi', 'id', 'Java')), { common_name: 'Barramundi' })).toEqual([]);
    const twice = barramundi(named('Barramundi', 'en'), named('Barramundi', 'de'));
    expect(namesAfter(twice, { common_name: 'Barramundi' })).toEqual([]);
  });

  it('replaces the old one, and keeps what other languages call the species', () => {
    const species = barramundi(named('Barramundi', 'en'), named('Giant Perch', 'en'), named('Barramundi', 'de'));
    expect(namesAfter(species, { common_name: 'Asian Sea Bass' })).toEqual([
      [named('Asian Sea Bass', 'en'), named('Giant Perch', 'en'), named('Barramundi', 'de')],
    ]);
  });
});
