import { namesWith } from '../common-names.js';
import { NOTHING_YET } from '../describe-species/describe-species.js';
import type { FactField, SpeciesRegistered } from '../species.events.js';
import type { CreateSpeciesBody } from '../species-fields.js';

/** All that a person said of a new species is theirs: the seed leaves it alone. */
const FIELDS: readonly FactField[] = [
  'commonName',
  'scientificName',
  'family',
  'order',
  'water',
  'regions',
  'commonNames',
  'reportedMaxWeightLbs',
  'maxLengthIn',
  'worldRecord',
];

/** Registers a species as a person described it. */
export const createSpecies = (slug: string, body: CreateSpeciesBody): SpeciesRegistered => ({
  type: 'SpeciesRegistered',
  data: {
    species: {
      ...NOTHING_YET,
      slug,
      commonName: body.common_name,
      scientificName: body.scientific_name,
      family: body.family,
      order: body.order,
      water: body.water,
      regions: body.regions,
      commonNames: namesWith(body.common_name, body.common_names),
      worldRecord: null,
      maxWeightLbs: body.max_weight_lbs,
      reportedMaxWeightLbs: body.max_weight_lbs,
      maxLengthIn: body.max_length_in,
      editedFields: FIELDS,
    },
  },
});
