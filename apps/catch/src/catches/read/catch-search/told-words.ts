import { isCorrectable, wordsOf } from './words-of.js';

/** What a catch tells in words. */
export interface ToldText {
  readonly accountId: string;
  readonly notes: string | null;
  readonly place: string | null;
}

/** A row of `catch_words`: words of notes are everybody's, those of a place's name its owner's alone. */
export interface ToldWord {
  readonly word: string;
  readonly account_id: string;
}

/** The words that may be meant by misspelt ones. */
export const toldWords = ({ accountId, notes, place }: ToldText): ToldWord[] => [
  ...rowsOf(notes, ''),
  ...rowsOf(place, accountId),
];

const rowsOf = (text: string | null, owner: string): ToldWord[] =>
  text === null
    ? []
    : wordsOf(text)
        .filter(isCorrectable)
        .map((word) => ({ word, account_id: owner }));
