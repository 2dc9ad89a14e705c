import type { BulkWrite } from '@cds/event-store';
import type { CatchListRow } from '../catch-list/catch-list.projection.js';
import { isCorrectable, wordsOf } from './words-of.js';

/** The writes that make the words of catches known to searches that misspell them. */
export const saveWords = (catches: readonly Pick<CatchListRow, 'account_id' | 'notes' | 'location_name'>[]): BulkWrite => ({
  text: SAVE_WORDS,
  rows: catches.flatMap(({ account_id: owner, notes, location_name: place }) => [...wordRows(notes, ''), ...wordRows(place, owner)]),
});

const wordRows = (text: string | null, owner: string): { word: string; account_id: string }[] =>
  text === null ? [] : wordsOf(text).filter(isCorrectable).map((word) => ({ word, account_id: owner }));

/** In one order, so that two statements with the same new words wait for each other and do not deadlock. */
const SAVE_WORDS = `INSERT INTO catch_words (word, account_id)
SELECT DISTINCT word COLLATE "C", account_id FROM json_to_recordset($1::json) AS saved (word text, account_id text) ORDER BY 1, 2
ON CONFLICT DO NOTHING`;
