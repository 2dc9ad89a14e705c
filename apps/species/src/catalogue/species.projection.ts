import type { RecordedEvent } from '@cds/event-sourcing';
import type { SpeciesDescription, SpeciesEvent } from './species.events.js';
import { foldName } from './species-search/fold-name.js';

/** A species as it stands now. */
export interface SpeciesRow extends SpeciesDescription {
  id: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export const evolveRow = (row: SpeciesRow | null, { data, metadata }: RecordedEvent<SpeciesEvent>): SpeciesRow => ({
  ...data.species,
  id: metadata.streamId,
  version: metadata.version,
  createdAt: row?.createdAt ?? metadata.occurredAt,
  updatedAt: metadata.occurredAt,
});

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
