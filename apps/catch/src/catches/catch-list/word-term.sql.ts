import type { SqlValues } from '@cds/service-kit';
import type { WordMeaning } from '../catch-search/word-meaning.js';
import { CATCH_WORDS } from '../catch-search/word.sql.js';

/**
 * What a word may mean, each found by an index of its own; a word that means nothing fits nowhere. What the anglers said whose
 * erasure is still at work is not searched any more.
 */
export const wordTerm = (word: WordMeaning, erasing: readonly string[], values: SqlValues): string =>
  anyOf([isOneOfSome('species_id', word.speciesIds, values), isOneOfSome('region', word.regions, values), ...otherTerms(word, erasing, values)]);

/** What a word may mean but species and regions. */
export const otherTerm = (word: WordMeaning, erasing: readonly string[], values: SqlValues): string => anyOf(otherTerms(word, erasing, values));

/** The words last: to look for them in a row takes longest. */
const otherTerms = ({ anglerIds, countries, query }: WordMeaning, erasing: readonly string[], values: SqlValues): string[] => [
  isOneOfSome('angler_id', anglerIds, values),
  isOneOfSome('country', countries, values),
  query === '' ? '' : saidTerm(query, erasing, values),
];

const isOneOfSome = (column: string, some: readonly string[], values: SqlValues): string => (some.length === 0 ? '' : `${column} = ANY(${values.add(some)})`);

const saidTerm = (query: string, erasing: readonly string[], values: SqlValues): string => {
  const said = `${CATCH_WORDS} @@ ${values.add(query)}::tsquery`;
  return erasing.length === 0 ? said : `(${said} AND angler_id <> ALL(${values.add(erasing)}))`;
};

const anyOf = (terms: readonly string[]): string => {
  const told = terms.filter((term) => term !== '');
  return told.length === 0 ? 'false' : `(${told.join(' OR ')})`;
};
