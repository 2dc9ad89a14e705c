import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import { BEST_ON_BOARDS } from '../move-entries/best-catches.query.js';
import type { BoardPeriodKey } from '../move-entries/board-period.js';

/** Max number of anglers that are passed on together. */
export const BATCH = 500;

/**
 * Passes the anglers whose entry does not match their catches to `work`, in batches, best score first, until `work`
 * returns false. The comparison reads one snapshot; by the time `work` runs, an entry may have been corrected. Returns
 * whether all of them were passed on.
 */
export const forMismatchedAnglers = (
  pool: pg.Pool,
  { boardId, period }: BoardPeriodKey,
  work: (anglerIds: readonly string[]) => Promise<boolean>,
): Promise<boolean> =>
  inTransaction(pool, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await tx.query(DECLARE, [[boardId], period]);
    for (;;) {
      const { rows } = await tx.query<{ angler_id: string }>(`FETCH ${BATCH} FROM mismatched`);
      if (rows.length === 0) return true;
      if (!(await work(rows.map((row) => row.angler_id)))) return false;
    }
  });

const DECLARE = `
  DECLARE mismatched NO SCROLL CURSOR FOR
  SELECT angler_id
  FROM (${BEST_ON_BOARDS}) best
  FULL JOIN (
    SELECT angler_id, score, achieved_at, catch_id FROM entries WHERE board_id = ANY($1) AND period = $2
  ) entry USING (angler_id)
  WHERE (entry.score, entry.achieved_at, entry.catch_id) IS DISTINCT
    FROM (best.score::numeric(14,3), best.achieved_at, best.catch_id)
  ORDER BY best.score DESC NULLS LAST, best.achieved_at, angler_id`;
