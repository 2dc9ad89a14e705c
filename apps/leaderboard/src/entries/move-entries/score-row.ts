import type { Score } from '../score.js';
import { type BoardPeriodKey, boardPeriodId } from './board-period.js';

/** A score as queries return it. `score` must be cast to float8: pg returns numeric values as strings. */
export interface ScoreRow {
  angler_id: string;
  score: number;
  achieved_at: Date;
  catch_id: string;
}

export const toScore = (row: ScoreRow): Score => ({
  anglerId: row.angler_id,
  value: row.score,
  achievedAt: row.achieved_at,
  catchId: row.catch_id,
});

/** Scores by `boardPeriodId`, then by angler. */
export type ScoresByBoardPeriod = ReadonlyMap<string, ReadonlyMap<string, Score>>;

export const byBoardPeriod = (
  rows: readonly (ScoreRow & { board_id: string; period: string })[],
): ScoresByBoardPeriod => {
  const found = new Map<string, Map<string, Score>>();
  for (const row of rows) {
    const id = boardPeriodId({ boardId: row.board_id, period: row.period });
    const scores = found.get(id) ?? new Map<string, Score>();
    found.set(id, scores.set(row.angler_id, toScore(row)));
  }
  return found;
};

/** The columns `board_id` and `period` of some rows, as arrays for `unnest`. */
export const keyColumns = (keys: readonly BoardPeriodKey[]): [string[], string[]] => [
  keys.map((key) => key.boardId),
  keys.map((key) => key.period),
];
