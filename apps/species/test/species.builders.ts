import type {
  SpeciesDescription,
  SpeciesFacts,
  SpeciesRegistered,
  SpeciesRevised,
} from '../src/catalogue/species.events.js';
import { NOTHING_YET } from '../src/catalogue/describe-species/describe-species.js';
import { CATALOGUE_COLUMNS } from '../src/catalogue/seed-catalogue/catalogue-row.js';

export const speciesFacts = (overrides: Partial<SpeciesFacts> = {}): SpeciesFacts => ({
  commonName: 'Largemouth Bass',
  scientificName: 'Micropterus salmoides',
  family: 'Centrarchidae',
  order: 'Centrarchiformes',
  water: 'freshwater',
  regions: ['north_america'],
  commonNames: [
    { name: 'Largemouth Bass', language: 'en', region: null },
    { name: 'Bigmouth', language: 'en', region: 'Gulf' },
  ],
  worldRecord: {
    weightLbs: 22.25,
    place: 'Montgomery Lake, Georgia, USA',
    date: '1932-06-02',
    angler: 'George Perry',
    source: 'a list',
  },
  maxWeightLbs: 22.25,
  reportedMaxWeightLbs: 22.25,
  maxLengthIn: 38.2,
  ...overrides,
});

export const speciesDescription = (overrides: Partial<SpeciesDescription> = {}): SpeciesDescription => ({
  slug: 'largemouth-bass',
  ...NOTHING_YET,
  ...speciesFacts(),
  ...overrides,
});

export const speciesRegistered = (overrides: Partial<SpeciesDescription> = {}): SpeciesRegistered => ({
  type: 'SpeciesRegistered',
  data: { species: speciesDescription(overrides) },
});

export const speciesRevised = (
  overrides: Partial<SpeciesDescription>,
  previous: Partial<SpeciesFacts>,
): SpeciesRevised => ({
  type: 'SpeciesRevised',
  data: { species: speciesDescription(overrides), previous },
});

const LARGEMOUTH: Readonly<Record<string, string>> = {
  scientific_name: 'Micropterus salmoides',
  common_name: 'Largemouth Bass',
  family: 'Centrarchidae',
  order: 'Centrarchiformes',
  water: 'freshwater',
  regions: 'north_america',
  world_record_lb: '22.25',
  world_record_place: 'Montgomery Lake, Georgia, USA',
  world_record_date: '1932-06-02',
  world_record_angler: 'George Perry',
  world_record_source: 'a list',
  max_weight_lb_reported: '22.25',
  max_length_cm: '97',
};

/** One line of a catalogue; columns that are not named are those of the largemouth bass. */
export const catalogueCsvRow = (overrides: Readonly<Record<string, string>>): string =>
  CATALOGUE_COLUMNS.map((column) => JSON.stringify(overrides[column] ?? LARGEMOUTH[column] ?? '')).join(',');

export const catalogueCsv = (...rows: readonly string[]): string => [CATALOGUE_COLUMNS.join(','), ...rows].join('\n');
