import { isDeepStrictEqual } from 'node:util';
import type { FactField, SpeciesDescription, SpeciesEvent, SpeciesFacts, WorldRecord } from '../species.events.js';
import type { SpeciesState } from '../species.state.js';
import { greatestWeight, isSameRecord } from '../world-record.js';

/**
 * "This is what the catalogue says of the species." `slug` counts for a new species alone, `recordId` for a new
 * record.
 */
export interface DescribeSpecies {
  slug: string;
  recordId: string;
  facts: SpeciesFacts;
}

/** What a new species does not have yet. */
export const NOTHING_YET = { formerRecords: [], serviceRecord: null, photos: [], editedFields: [] } as const;

/**
 * Registers a new species and revises a known one, but for what a person edited; saying what is known already is no
 * event. A species that a person deleted stays deleted.
 */
export const describeSpecies = (command: DescribeSpecies, state: SpeciesState): readonly SpeciesEvent[] => {
  switch (state.status) {
    case 'unregistered':
      return [
        { type: 'SpeciesRegistered', data: { species: { slug: command.slug, ...NOTHING_YET, ...command.facts } } },
      ];
    case 'deleted':
      return [];
    case 'registered': {
      const species = described(state.species, command);
      const previous = changedFacts(state.species, species);
      return Object.keys(previous).length === 0 ? [] : [{ type: 'SpeciesRevised', data: { species, previous } }];
    }
  }
};

const described = (known: SpeciesDescription, { facts, recordId }: DescribeSpecies): SpeciesDescription => {
  const edited = new Set<string>(known.editedFields);
  const unedited = Object.entries(facts).filter(([field]) => !edited.has(field));
  const { worldRecord, ...others } = { ...known, ...Object.fromEntries(unedited) };
  const isWeightEdited = edited.has('reportedMaxWeightLbs') || edited.has('worldRecord');
  return {
    ...others,
    ...(edited.has('worldRecord') ? { worldRecord } : recordsAfter(known, worldRecord, recordId)),
    ...(isWeightEdited && { maxWeightLbs: greatestWeight(others.reportedMaxWeightLbs, worldRecord) }),
  };
};

/** A heavier record of another catch leaves the one before it among the former ones; any other corrects it. */
const recordsAfter = (
  known: SpeciesDescription,
  record: WorldRecord | null,
  recordId: string,
): Pick<SpeciesDescription, 'worldRecord' | 'formerRecords'> => {
  const { worldRecord: before, formerRecords } = known;
  if (record === null || before === null || isSameRecord(before, record))
    return { worldRecord: record && before ? before : record, formerRecords };
  if (record.weightLbs <= before.weightLbs || record.date === before.date)
    return { worldRecord: { ...record, id: before.id }, formerRecords };
  return { worldRecord: { ...record, id: recordId }, formerRecords: [before, ...formerRecords] };
};

/** The old values of the facts that differ. */
export const changedFacts = (before: SpeciesFacts, after: SpeciesFacts): Partial<SpeciesFacts> => {
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  return Object.fromEntries(changed.map((field) => [field, before[field]]));
};

const FIELDS: readonly FactField[] = [
  'commonName',
  'scientificName',
  'family',
  'order',
  'water',
  'regions',
  'commonNames',
  'worldRecord',
  'maxWeightLbs',
  'reportedMaxWeightLbs',
  'maxLengthIn',
];
