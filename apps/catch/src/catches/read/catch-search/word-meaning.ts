/** What a searched word may mean to one account: a catch fits that is of one of these, or tells one of the words. */
export interface WordMeaning {
  /** Each once, as are the others. */
  readonly speciesIds: readonly string[];
  readonly anglerIds: readonly string[];
  readonly regions: readonly string[];
  readonly countries: readonly string[];
  /** Words that a catch may tell, or beginnings of them; letters and digits alone. */
  readonly told: readonly string[];
  /** The `tsquery` of these over the words of a catch; empty where there are none. */
  readonly query: string;
}

/** Words of notes and of the viewer's own places, whole or as beginnings. */
export const toldWords = (
  words: readonly string[],
  viewer: string,
  isBeginning: boolean,
): Pick<WordMeaning, 'told' | 'query'> => ({
  told: words,
  query: words
    .flatMap((word) => [wordQuery(word, ''), wordQuery(word, viewer)])
    .map((query) => `${query}${isBeginning ? ':*' : ''}`)
    .join('|'),
});

/** The `tsquery` of a word of notes, where `owner` is empty, or of the places of that account. */
export const wordQuery = (word: string, owner: string): string => lexeme(owner === '' ? word : `/${owner}/${word}`);

const lexeme = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
