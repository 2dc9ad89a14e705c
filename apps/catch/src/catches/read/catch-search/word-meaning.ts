import { isCjk } from '../../../text/words-of.js';

/** What a searched word may mean to one account: a catch fits that is of one of these, or tells one of the words. */
export interface WordMeaning {
  /** Each once, as are the others. */
  readonly speciesIds: readonly string[];
  readonly anglerIds: readonly string[];
  readonly regions: readonly string[];
  readonly countries: readonly string[];
  /** Words that a catch may tell, or beginnings of them; letters and digits alone. */
  readonly words: readonly string[];
  /** The `tsquery` of these over the words of a catch; empty where there are none. */
  readonly query: string;
  /** Set where the query alone would find too much: the text must stand in the notes, or in a place of this account. */
  readonly within: TextOfViewer | undefined;
}

export interface TextOfViewer {
  readonly text: string;
  readonly viewer: string;
}

type TextMeaning = Pick<WordMeaning, 'words' | 'query' | 'within'>;

/** The longest CJK text that is one word of the index (`search_terms`). */
const PAIR = 2;

/** A word of notes and of the viewer's own places: all that begins with it, or that has it as a part of CJK text. */
export const beginningOf = (word: string, viewer: string): TextMeaning => ({
  words: [word],
  query: ['', viewer].map((owner) => beginningQuery(word, owner)).join('|'),
  within: isCjk(word) && [...word].length > PAIR ? { text: word, viewer } : undefined,
});

/** Whole words of notes and of the viewer's own places. */
export const exactMeaning = (words: readonly string[], viewer: string): TextMeaning => ({
  words: words,
  query: words.flatMap((word) => [wordQuery(word, ''), wordQuery(word, viewer)]).join('|'),
  within: undefined,
});

/** The `tsquery` of a word of notes, where `owner` is empty, or of the places of that account. */
export const wordQuery = (word: string, owner: string): string => lexeme(owner === '' ? word : `/${owner}/${word}`);

/** The same for what begins with the word; for CJK text, that has each pair of its characters. */
export const beginningQuery = (word: string, owner: string): string =>
  isCjk(word) && [...word].length >= PAIR
    ? `(${pairsOf(word)
        .map((pair) => wordQuery(pair, owner))
        .join('&')})`
    : `${wordQuery(word, owner)}:*`;

const pairsOf = (word: string): string[] => {
  const characters = [...word];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
};

const lexeme = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
