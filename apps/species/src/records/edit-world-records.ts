import { isDeepStrictEqual } from 'node:util';
import type { SpeciesDescription, WorldRecord, WorldRecordsEdited } from '../catalogue/species.events.js';
import { greatestWeight } from '../catalogue/world-record.js';

/** The most former world records that a species keeps: each of its events carries them. */
export const MAX_FORMER_RECORDS = 50;

/**
 * The event after which these are the world records of a species, the heaviest of them the current one and among equals
 * the earlier; none where nothing changes.
 */
export const editWorldRecords = (
  species: SpeciesDescription,
  records: readonly WorldRecord[],
): readonly WorldRecordsEdited[] => {
  const [worldRecord = null, ...formerRecords] = records.toSorted(byWeight);
  const { worldRecord: current, formerRecords: former } = species;
  if (isDeepStrictEqual([worldRecord, formerRecords], [current, former])) return [];
  const after: SpeciesDescription = {
    ...species,
    worldRecord,
    formerRecords,
    maxWeightLbs: greatestWeight(species.reportedMaxWeightLbs, worldRecord),
    editedFields: [...new Set([...species.editedFields, 'worldRecord' as const])],
  };
  return [{ type: 'WorldRecordsEdited', data: { species: after } }];
};

/** All world records of a species, the current one first. */
export const worldRecordsOf = ({ worldRecord, formerRecords }: SpeciesDescription): readonly WorldRecord[] =>
  worldRecord ? [worldRecord, ...formerRecords] : formerRecords;

const byWeight = (one: WorldRecord, other: WorldRecord): number =>
  other.weightLbs - one.weightLbs || (one.date < other.date ? -1 : Number(one.date > other.date));
