import type { SqlValues } from '@cds/service-kit';
import type { WordMeaning } from '../catch-search/word-meaning.js';
import { CATCH_WORDS } from '../catch-search/word.sql.js';

/**
 * What a word may mean, each found by an index of its own; a word that means nothing fits nowhere. What the anglers said whose
 * erasure is still at work is not searched any more.
 */
export const wordTerm = (word: WordMeaning, erasing: readonly string[], values: SqlValues): string =>
  anyOf([
    isOneOfSome('species_id', word.speciesIds, values),
    isOneOfSome('region', word.regions, values),
    isOneOfSome('angler_id', word.anglerIds, values),
    isOneOfSome('country', word.countries, values),
    // The words last: to look for them in a row takes longest.
    word.query === '' ? '' : saidTerm(word.query, erasing, values),
  ]);

const isOneOfSome = (column: string, some: readonly string[], values: SqlValues): string => (some.length === 0 ? '' : `${column} = ANY(${values.add(some)})`);

const saidTerm = (query: string, erasing: readonly string[], values: SqlValues): string => {
  const said = `${CATCH_WORDS} @@ ${values.add(query)}::tsquery`;
  return erasing.length === 0 ? said : `(${said} AND angler_id <> ALL(${values.add(erasing)}))`;
};

const anyOf = (terms: readonly string[]): string => {
  const told = terms.filter((term) => term !== '');
  return told.length === 0 ? 'false' : `(${told.join(' OR ')})`;
};
