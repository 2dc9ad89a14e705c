/** What a searched word may mean to one account: a catch fits that is of one of these, or tells one of the words. */
export interface WordMeaning {
  /** Each once, as are the others. */
  readonly speciesIds: readonly string[];
  readonly anglerIds: readonly string[];
  readonly regions: readonly string[];
  readonly countries: readonly string[];
  /** A `tsquery` over the words of a catch; empty where there are none. */
  readonly query: string;
}

/** The `tsquery` of words of notes and of the viewer's own places, whole or as beginnings. */
export const toldWords = (words: readonly string[], viewer: string, isBeginning: boolean): string =>
  words.flatMap((word) => [wordQuery(word, ''), wordQuery(word, viewer)]).map((query) => `${query}${isBeginning ? ':*' : ''}`).join('|');

/** The `tsquery` of a word of notes, where `owner` is empty, or of the places of that account. */
export const wordQuery = (word: string, owner: string): string => lexeme(owner === '' ? word : `/${owner}/${word}`);

const lexeme = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
