import type { Placing } from '../placing.js';
import { type StandingKey, standingId } from './standing.js';

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

/** Placings by `standingId`, then by angler. */
export type PlacingsByStanding = ReadonlyMap<string, ReadonlyMap<string, Placing>>;

export const byStanding = (
  rows: readonly (PlacingRow & { board_id: string; period: string })[],
): PlacingsByStanding => {
  const found = new Map<string, Map<string, Placing>>();
  for (const row of rows) {
    const id = standingId({ boardId: row.board_id, period: row.period });
    const placings = found.get(id) ?? new Map<string, Placing>();
    found.set(id, placings.set(row.angler_id, toPlacing(row)));
  }
  return found;
};

/** The `board_id` and `period` columns of some rows, to be unnested. */
export const keyColumns = (keys: readonly StandingKey[]): [string[], string[]] => [
  keys.map((key) => key.boardId),
  keys.map((key) => key.period),
];
