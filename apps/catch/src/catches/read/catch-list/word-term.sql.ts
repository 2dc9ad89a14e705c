import type { SqlValues } from '@cds/postgres';
import type { TextOfViewer, WordMeaning } from '../catch-search/word-meaning.js';
import { CATCH_TEXT, CATCH_WORDS } from '../catch-search/word.sql.js';

/** How rows are found: by indexes, or by looking at one after the other. */
export type Access = 'indexed' | 'walked';

/**
 * What a word may mean, each found by an index of its own; a word that means nothing fits nowhere. What the anglers
 * said whose erasure is still at work is not searched any more.
 */
export const wordTerm = (
  word: WordMeaning,
  erasing: readonly string[],
  values: SqlValues,
  access: Access = 'indexed',
): string =>
  anyOf([
    isOneOfSome('species_id', word.speciesIds, values),
    isOneOfSome('region', word.regions, values),
    isOneOfSome('angler_id', word.anglerIds, values),
    isOneOfSome('country', word.countries, values),
    // The words last: to look for them in a row takes longest.
    word.query === '' ? '' : saidTerm(word, erasing, values, access),
  ]);

const isOneOfSome = (column: string, some: readonly string[], values: SqlValues): string =>
  some.length === 0 ? '' : `${column} = ANY(${values.add(some)})`;

const saidTerm = (
  { words, query, within }: WordMeaning,
  erasing: readonly string[],
  values: SqlValues,
  access: Access,
): string => {
  // To see that a row's text holds none of the words takes a tenth of the time that it takes to tell its words apart.
  const held = access === 'walked' ? [`${CATCH_TEXT} LIKE ANY(${values.add(words.map((word) => `%${word}%`))})`] : [];
  const living = erasing.length === 0 ? [] : [`angler_id <> ALL(${values.add(erasing)})`];
  const whole = within ? [withinTerm(within, values)] : [];
  return `(${[...held, `${CATCH_WORDS} @@ ${values.add(query)}::tsquery`, ...whole, ...living].join(' AND ')})`;
};

/** Words are of letters and digits, so nothing needs an escape. */
const withinTerm = ({ text, viewer }: TextOfViewer, values: SqlValues): string => {
  const [pattern, owner] = [values.add(`%${text}%`), values.add(viewer)];
  return `(search_text(notes) LIKE ${pattern} OR (account_id = ${owner}
    AND search_text(location_name) LIKE ${pattern}))`;
};

const anyOf = (terms: readonly string[]): string => {
  const parts = terms.filter((term) => term !== '');
  return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
};
