import type { BulkWrite } from '@cds/postgres';
import type { CatchListRow } from '../catch-list/catch-list.projection.js';
import { everTextWords, type SearchedText, type TextWord, textWords } from './text-words.js';

/** The writes that make the words of catches known to searches that misspell them. */
export const saveWords = (
  catches: readonly Pick<CatchListRow, 'account_id' | 'notes' | 'location_name'>[],
): BulkWrite =>
  saveTextWords(
    catches.flatMap(({ account_id: accountId, notes, location_name: place }) => textWords({ accountId, notes, place })),
  );

/** The same for words that are found already, each as often as it receives. */
export const saveTextWords = (words: readonly TextWord[]): BulkWrite => ({
  text: SAVE_WORDS,
  rows: [...new Map(words.map((one) => [nameOf(one), one])).values()],
});

/**
 * The write that notes words that the catch no longer contains, in the statement that changes it. They
 * leave the dictionary unless another catch tells them.
 */
export const noteLostWords = (words: readonly TextWord[]): BulkWrite => ({ text: NOTE_LOST_WORDS, rows: words });

/** The words that a catch contained before and does not contain now. */
export const lostWords = (before: SearchedText, now: SearchedText | null): TextWord[] => {
  if (before.notes === now?.notes && before.place === now.place) return [];
  const kept = now ? new Set(textWords(now).map(nameOf)) : new Set<string>();
  return everTextWords(before).filter((one) => !kept.has(nameOf(one)));
};

const nameOf = ({ word, account_id: accountId }: TextWord): string => `${accountId}/${word}`;

/** In one order, so that two statements with the same new words wait for each other and do not deadlock. */
const SAVE_WORDS = `INSERT INTO catch_words (word, account_id)
SELECT DISTINCT word COLLATE "C", account_id FROM json_to_recordset($1::json) AS saved (word text, account_id text)
  ORDER BY 1, 2
ON CONFLICT DO NOTHING`;

const NOTE_LOST_WORDS = `INSERT INTO catch_word_leftovers (word, account_id, due_at)
SELECT DISTINCT word, account_id, now() FROM json_to_recordset($1::json) AS lost (word text, account_id text)`;
