import { isStoredByEnds } from './fold-name.js';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** What is left of a shorter word tells nothing. */
const SHORTEST_CHANGED = 3;
const SHORTEST_CUT = 4;
/** No word of a name is longer, and each letter of a word costs some fifty look-ups. */
const LONGEST = 20;

export interface NearWords {
  /** With two letters swapped, the most frequent slip. */
  readonly swapped: readonly string[];
  /** With one letter missing, changed or too many. */
  readonly edited: readonly string[];
}

/**
 * The words from which a folded word differs by one slip of the fingers. None of other scripts but swaps: their
 * alphabets are many.
 */
export const oneEditAway = (word: string): NearWords => {
  const letters = [...word];
  if (letters.length < 2 || letters.length > LONGEST) return { swapped: [], edited: [] };
  const edited = isStoredByEnds(word) ? [] : [...withOneMore(word), ...changed(word), ...cut(word)];
  return { swapped: swapsOf(letters), edited };
};

const swapsOf = (letters: readonly string[]): string[] =>
  letters.slice(1).map((letter, at) =>
    letters
      .with(at, letter)
      .with(at + 1, letters[at] ?? '')
      .join(''),
  );

const withOneMore = (word: string): string[] =>
  Array.from({ length: word.length + 1 }, (_, at) => at).flatMap((at) =>
    LETTERS.map((letter) => word.slice(0, at) + letter + word.slice(at)),
  );

const changed = (word: string): string[] =>
  word.length < SHORTEST_CHANGED
    ? []
    : [...word].flatMap((_, at) => LETTERS.map((letter) => word.slice(0, at) + letter + word.slice(at + 1)));

const cut = (word: string): string[] =>
  word.length < SHORTEST_CUT ? [] : [...word].map((_, at) => word.slice(0, at) + word.slice(at + 1));
