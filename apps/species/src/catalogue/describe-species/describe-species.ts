import { isDeepStrictEqual } from 'node:util';
import type { SpeciesEvent, SpeciesFacts } from '../species.events.js';
import type { SpeciesState } from '../species.state.js';

/** "This is what the catalogue says of the species." `slug` counts for a new species alone. */
export interface DescribeSpecies {
  slug: string;
  facts: SpeciesFacts;
}

/** Registers a new species and revises a known one; saying what is known already is no event. */
export const describeSpecies = ({ slug, facts }: DescribeSpecies, state: SpeciesState): readonly SpeciesEvent[] => {
  switch (state.status) {
    case 'unregistered':
      return [{ type: 'SpeciesRegistered', data: { species: { slug, ...facts } } }];
    case 'registered': {
      const previous = changedFacts(state.species, facts);
      if (Object.keys(previous).length === 0) return [];
      return [{ type: 'SpeciesRevised', data: { species: { ...state.species, ...facts }, previous } }];
    }
  }
};

/** The old values of the facts that differ. */
const changedFacts = (before: SpeciesFacts, after: SpeciesFacts): Partial<SpeciesFacts> => {
  const changed = (Object.keys(after) as (keyof SpeciesFacts)[]).filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  );
  return Object.fromEntries(changed.map((key) => [key, before[key]]));
};
