/** What a searched word may mean to one account. */
export interface WordMeaning {
  /** A `tsquery` over what a search may find a catch by. */
  readonly query: string;
  /** Anglers that are too many for it. */
  readonly anglerIds: readonly string[];
}

interface Meanings {
  readonly viewer: string;
  readonly ids: readonly string[];
  readonly anglerIds: readonly string[];
  /** Words of notes and of the viewer's own places, to be found whole or as a beginning. */
  readonly words: readonly string[];
  readonly isBeginning: boolean;
}

/** PostgreSQL takes a `tsquery` of up to a megabyte. */
const MOST_ANGLERS = 1_000;

/** Ids and codes lie behind a ':', the words of a place behind the account whose it is. */
export const wordMeaning = ({ viewer, ids, anglerIds, words, isBeginning }: Meanings): WordMeaning => {
  const isMany = anglerIds.length > MOST_ANGLERS;
  const named = [...ids, ...(isMany ? [] : anglerIds)].map((id) => lexeme(`:${id}`));
  const told = words.flatMap((word) => [wordQuery(word, ''), wordQuery(word, viewer)]).map((query) => `${query}${isBeginning ? ':*' : ''}`);
  return { query: [...named, ...told].join('|'), anglerIds: isMany ? anglerIds : [] };
};

/** The `tsquery` of a word of notes, where `owner` is empty, or of the places of that account. */
export const wordQuery = (word: string, owner: string): string => lexeme(owner === '' ? word : `/${owner}/${word}`);

const lexeme = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
