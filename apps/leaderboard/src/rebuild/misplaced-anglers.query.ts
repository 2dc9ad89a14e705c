import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import { BEST_ON_BOARDS } from '../entries/move-entries/best-catches.query.js';
import type { BoardPeriodKey } from '../entries/move-entries/board-period.js';

const AT_ONCE = 500;

/**
 * Hands the anglers whose entry is not what their catches say to `work`, some at a time, who would stand best first.
 * The comparison is of one moment and only reads; by the time of `work` an entry may have been put right.
 */
export const forMisplacedAnglers = (
  pool: pg.Pool,
  { boardId, period }: BoardPeriodKey,
  work: (anglerIds: readonly string[]) => Promise<void>,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await tx.query(DECLARE, [[boardId], period]);
    for (;;) {
      const { rows } = await tx.query<{ angler_id: string }>(`FETCH ${AT_ONCE} FROM misplaced`);
      if (rows.length === 0) return;
      await work(rows.map((row) => row.angler_id));
    }
  });

const DECLARE = `
  DECLARE misplaced NO SCROLL CURSOR FOR
  SELECT angler_id
  FROM (${BEST_ON_BOARDS}) best
  FULL JOIN (
    SELECT angler_id, score, achieved_at, catch_id FROM entries WHERE board_id = ANY($1) AND period = $2
  ) entry USING (angler_id)
  WHERE (entry.score, entry.achieved_at, entry.catch_id) IS DISTINCT
    FROM (best.score::numeric(14,3), best.achieved_at, best.catch_id)
  ORDER BY best.score DESC NULLS LAST, best.achieved_at, angler_id`;
