import { isDeepStrictEqual } from 'node:util';
import { namesWith, renamed } from '../common-names.js';
import { changedFacts } from '../describe-species/describe-species.js';
import type { FactField, SpeciesDescription, SpeciesFacts, SpeciesRevised } from '../species.events.js';
import type { EditSpeciesBody } from '../species-fields.js';
import type { Registered } from '../species.state.js';
import { greatestWeight } from '../world-record.js';

/** Merges a person's patch into a species; a patch that changes nothing is no event. */
export const editSpecies = (patch: EditSpeciesBody, { species }: Registered): readonly SpeciesRevised[] => {
  const facts = patchedFacts(species, patch);
  const edited = (Object.keys(facts) as FactField[]).filter(
    (field) => !isDeepStrictEqual(facts[field], species[field]),
  );
  const after = withWeight({ ...species, ...facts });
  const previous = changedFacts(species, after);
  if (Object.keys(previous).length === 0) return [];
  const editedFields = [...new Set([...species.editedFields, ...edited])];
  return [{ type: 'SpeciesRevised', data: { species: { ...after, editedFields }, previous } }];
};

const patchedFacts = (species: SpeciesDescription, patch: EditSpeciesBody): Partial<SpeciesFacts> => ({
  ...(patch.common_name !== undefined && { commonName: patch.common_name }),
  ...(patch.scientific_name !== undefined && { scientificName: patch.scientific_name }),
  ...(patch.family !== undefined && { family: patch.family }),
  ...(patch.order !== undefined && { order: patch.order }),
  ...(patch.water !== undefined && { water: patch.water }),
  ...(patch.regions !== undefined && { regions: patch.regions ?? [] }),
  ...(patch.max_length_in !== undefined && { maxLengthIn: patch.max_length_in }),
  ...patchedWeight(species, patch),
  ...patchedNames(species, patch),
});

/** What is shown already is not reported anew: the world record may be all that is known. */
const patchedWeight = ({ maxWeightLbs }: SpeciesFacts, { max_weight_lbs: weight }: EditSpeciesBody) =>
  weight === undefined || weight === maxWeightLbs ? {} : { reportedMaxWeightLbs: weight };

const patchedNames = (species: SpeciesFacts, { common_name: name, common_names: names }: EditSpeciesBody) => {
  const commonName = name ?? species.commonName;
  if (names !== undefined) return { commonNames: namesWith(commonName, names ?? []) };
  // The name that is there stays as it is listed, with its language and region.
  if (commonName === species.commonName) return {};
  return { commonNames: renamed(species.commonName, commonName, species.commonNames) };
};

const withWeight = (species: SpeciesDescription): SpeciesDescription => ({
  ...species,
  maxWeightLbs: greatestWeight(species.reportedMaxWeightLbs, species.worldRecord),
});
