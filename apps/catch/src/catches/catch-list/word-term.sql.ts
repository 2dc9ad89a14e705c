import type { SqlValues } from '@cds/service-kit';
import type { WordMeaning } from '../catch-search/word-meaning.js';
import { CATCH_WORDS } from '../catch-search/word.sql.js';

/**
 * What a word may mean, each found by an index of its own; a word that means nothing fits nowhere. What the anglers said whose
 * erasure is still at work is not searched any more.
 */
export const wordTerm = (word: WordMeaning, erasing: readonly string[], values: SqlValues): string =>
  anyOf([speciesTerm(word, values), ...termsBesideSpecies(word, erasing, values)]);

/** What a word may mean but species, in catches of others than these. */
export const termBesideSpecies = (word: WordMeaning, erasing: readonly string[], values: SqlValues): string =>
  `${anyOf(termsBesideSpecies(word, erasing, values))} AND species_id <> ALL(${values.add(word.speciesIds)})`;

const speciesTerm = ({ speciesIds }: WordMeaning, values: SqlValues): string => (speciesIds.length === 0 ? '' : `species_id = ANY(${values.add(speciesIds)})`);

/** The words last: to look for them in a row takes longest. */
const termsBesideSpecies = ({ anglerIds, regions, countries, query }: WordMeaning, erasing: readonly string[], values: SqlValues): string[] => [
  ...Object.entries({ angler_id: anglerIds, region: regions, country: countries }).map(([column, some]) => (some.length === 0 ? '' : `${column} = ANY(${values.add(some)})`)),
  query === '' ? '' : saidTerm(query, erasing, values),
];

const saidTerm = (query: string, erasing: readonly string[], values: SqlValues): string => {
  const said = `${CATCH_WORDS} @@ ${values.add(query)}::tsquery`;
  return erasing.length === 0 ? said : `(${said} AND angler_id <> ALL(${values.add(erasing)}))`;
};

const anyOf = (terms: readonly string[]): string => {
  const told = terms.filter((term) => term !== '');
  return told.length === 0 ? 'false' : `(${told.join(' OR ')})`;
};
