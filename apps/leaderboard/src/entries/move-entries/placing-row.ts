import type { Placing } from '../placing.js';
import { type BoardPeriodKey, boardPeriodId } from './board-period.js';

/** A placing as queries answer it; `score` must be cast to float8, or pg gives a text. */
export interface PlacingRow {
  angler_id: string;
  score: number;
  achieved_at: Date;
  catch_id: string;
}

export const toPlacing = (row: PlacingRow): Placing => ({
  anglerId: row.angler_id,
  score: row.score,
  achievedAt: row.achieved_at,
  catchId: row.catch_id,
});

/** Placings by `boardPeriodId`, then by angler. */
export type PlacingsByBoardPeriod = ReadonlyMap<string, ReadonlyMap<string, Placing>>;

export const byBoardPeriod = (
  rows: readonly (PlacingRow & { board_id: string; period: string })[],
): PlacingsByBoardPeriod => {
  const found = new Map<string, Map<string, Placing>>();
  for (const row of rows) {
    const id = boardPeriodId({ boardId: row.board_id, period: row.period });
    const placings = found.get(id) ?? new Map<string, Placing>();
    found.set(id, placings.set(row.angler_id, toPlacing(row)));
  }
  return found;
};

/** The `board_id` and `period` columns of some rows, to be unnested. */
export const keyColumns = (keys: readonly BoardPeriodKey[]): [string[], string[]] => [
  keys.map((key) => key.boardId),
  keys.map((key) => key.period),
];
