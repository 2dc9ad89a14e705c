import type { Queryable } from '@cds/postgres';
import { BEST_ON_BOARDS } from '../entries/move-entries/best-catches.query.js';
import type { Move } from '../entries/move-entries/moves.decision.js';
import type { StandingKey } from '../entries/move-entries/standing.js';
import type { Placing } from '../entries/placing.js';

const AT_ONCE = 500;

interface MisplacedRow {
  angler_id: string;
  from_score: number | null;
  from_achieved_at: Date | null;
  from_catch_id: string | null;
  to_score: number | null;
  to_achieved_at: Date | null;
  to_catch_id: string | null;
}

/**
 * The moves that would bring a standing to what its catches say, best first, some at a time. Needs a transaction and
 * the standing's lock.
 */
export const misplacedEntries = async function* (
  db: Queryable,
  { boardId, period }: StandingKey,
): AsyncGenerator<Move[]> {
  await db.query(DECLARE, [[boardId], period]);
  for (;;) {
    const { rows } = await db.query<MisplacedRow>(`FETCH ${AT_ONCE} FROM misplaced`);
    if (rows.length === 0) break;
    yield rows.map(toMove);
  }
  await db.query('CLOSE misplaced');
};

const toMove = (row: MisplacedRow): Move => ({
  anglerId: row.angler_id,
  from: placingOf(row.angler_id, row.from_score, row.from_achieved_at, row.from_catch_id),
  to: placingOf(row.angler_id, row.to_score, row.to_achieved_at, row.to_catch_id),
});

const placingOf = (
  anglerId: string,
  score: number | null,
  achievedAt: Date | null,
  catchId: string | null,
): Placing | null =>
  score === null || achievedAt === null || catchId === null ? null : { anglerId, score, achievedAt, catchId };

const DECLARE = `
  DECLARE misplaced NO SCROLL CURSOR FOR
  SELECT angler_id, entry.score::float8 AS from_score, entry.achieved_at AS from_achieved_at,
  entry.catch_id AS from_catch_id,
    best.score AS to_score, best.achieved_at AS to_achieved_at, best.catch_id AS to_catch_id
  FROM (${BEST_ON_BOARDS}) best
  FULL JOIN (
    SELECT angler_id, score, achieved_at, catch_id FROM entries WHERE board_id = ANY($1) AND period = $2
  ) entry USING (angler_id)
  WHERE (entry.score, entry.achieved_at, entry.catch_id) IS DISTINCT
  FROM (best.score::numeric(14,3), best.achieved_at, best.catch_id)
  ORDER BY best.score DESC NULLS LAST, best.achieved_at, angler_id`;
