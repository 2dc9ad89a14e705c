import { ID_PREFIXES } from '@cds/contracts';
import type { RecordedEvent } from '@cds/event-sourcing';
import type { SpeciesDescription, SpeciesEvent, WorldRecord } from './species.events.js';
import { cutSearchWord, foldName, isStoredByEnds } from './species-search/fold-name.js';

/** A species as it stands now. */
export interface SpeciesRow extends SpeciesDescription {
  id: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The species without what its row adds. */
export const descriptionOf = ({
  id: _id,
  version: _version,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...species
}: SpeciesRow): SpeciesDescription => species;

/** Null deletes the row. */
export const evolveRow = (row: SpeciesRow | null, event: RecordedEvent<SpeciesEvent>): SpeciesRow | null => {
  const { streamId, version, occurredAt } = event.metadata;
  if (event.type === 'SpeciesDeleted') return null;
  return {
    ...event.data.species,
    id: streamId,
    version,
    createdAt: row?.createdAt ?? occurredAt,
    updatedAt: occurredAt,
  };
};

/** The id of a world record: that of the first one is made from the species', for the seed gives none. */
export const worldRecordId = (speciesId: string, { id }: WorldRecord): string =>
  id ?? `${ID_PREFIXES.speciesRecord}_${speciesId.slice(ID_PREFIXES.species.length + 1)}`;

/** A world record as a row of `species_records`. */
export interface WorldRecordRow extends Omit<WorldRecord, 'id'> {
  id: string;
  speciesId: string;
  isCurrent: boolean;
}

export const worldRecordRows = ({ id: speciesId, worldRecord, formerRecords }: SpeciesRow): WorldRecordRow[] =>
  [...(worldRecord ? [worldRecord] : []), ...formerRecords].map((record) => ({
    ...record,
    id: worldRecordId(speciesId, record),
    speciesId,
    isCurrent: record === worldRecord,
  }));

/** A name to search by; `rank` is 0 for the common name, 1 for the scientific one, 2 for any other. */
export interface SearchTerm {
  term: string;
  rank: number;
}

/** Every name of a species, folded, each once under its best rank. */
export const searchTermsOf = ({ commonName, scientificName, commonNames }: SpeciesDescription): SearchTerm[] => {
  const names = [commonName, scientificName, ...commonNames.map(({ name }) => name)];
  const terms = new Map<string, number>();
  for (const [at, name] of names.entries()) {
    const term = foldName(name);
    if (term !== '' && !terms.has(term)) terms.set(term, Math.min(at, 2));
  }
  return [...terms].map(([term, rank]) => ({ term, rank }));
};

/** The words of a species' names, and each name without its spaces: "mahimahi" is "mahi mahi". */
export const searchWordsOf = (species: SpeciesDescription): string[] => [
  ...new Set(
    searchTermsOf(species).flatMap(({ term }) =>
      [...term.split(' '), term.replaceAll(' ', '')].map(cutSearchWord).flatMap(endsOf),
    ),
  ),
];

/** The word; of another script than Latin also all its ends: a part of it is found as the beginning of one. */
const endsOf = (word: string): string[] => {
  const letters = [...word];
  return isStoredByEnds(word) ? letters.map((_, at) => letters.slice(at).join('')) : [word];
};
