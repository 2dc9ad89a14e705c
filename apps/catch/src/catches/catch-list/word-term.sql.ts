import type { WordMeaning } from '../catch-search/word-meaning.js';
import type { SqlValues } from './sql-values.js';

/** One condition on the words of a catch for all that a word may mean; a word that means nothing fits nowhere. */
export const wordTerm = (catchWords: string, { query, anglerIds }: WordMeaning, values: SqlValues): string => {
  const fits = query === '' ? 'false' : `${catchWords} @@ ${values.add(query)}::tsquery`;
  return anglerIds.length === 0 ? fits : `(${fits} OR angler_id = ANY(${values.add(anglerIds)}))`;
};
