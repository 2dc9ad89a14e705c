import { isCorrectable, wordsOf } from '../../../text/words-of.js';

/** What a catch tells in words. */
export interface SearchedText {
  readonly accountId: string;
  readonly notes: string | null;
  readonly place: string | null;
}

/** A row of `catch_words`: words of notes are everybody's, those of a place's name its owner's alone. */
export interface TextWord {
  readonly word: string;
  readonly account_id: string;
}

/** The words that may be meant by misspelt ones. */
export const textWords = (text: SearchedText): TextWord[] =>
  rowsOf(text, (words) => wordsOf(words).filter(isCorrectable));

/** All rows that a catch may have left in `catch_words`, those that the previous release wrote among them. */
export const everTextWords = (text: SearchedText): TextWord[] => [...textWords(text), ...rowsOf(text, unfoldedWordsOf)];

const rowsOf = ({ accountId, notes, place }: SearchedText, wordsIn: (text: string) => string[]): TextWord[] => [
  ...wordsIn(notes ?? '').map((word) => ({ word, account_id: '' })),
  ...wordsIn(place ?? '').map((word) => ({ word, account_id: accountId })),
];

const UNFOLDED = /^\p{L}{4,40}$/u;

/** In lower case alone, as the release before the folding of text kept them: without those that are folded already. */
const unfoldedWordsOf = (text: string): string[] => {
  const folded = new Set(wordsOf(text).filter(isCorrectable));
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words)].filter((word) => UNFOLDED.test(word) && !folded.has(word));
};
