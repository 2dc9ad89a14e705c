import { RULE_COLUMNS, sameRule } from '../entries/rankings/ranking.js';

/** By so much later an account's boards are due for each more of them that waits. */
const APART = "interval '1 minute'";

/**
 * Common table expressions, the last of which is `filling`: the rankings that are being filled and that a board waits
 * for or shows. `due_at` decides which go first: standard boards and rebuilds, then all boards that are due, and then
 * those of accounts that made many at once, a minute later for each of these. One with a hundred new boards delays its
 * own, and nobody for ever.
 */
export const FILLING = `
  job AS (
    SELECT board.${RULE_COLUMNS.replaceAll(', ', ', board.')}, CASE WHEN board.account_id IS NULL THEN '-infinity' ELSE
        greatest(now(), min(job.requested_at) OVER account + (count(*) OVER account - 1) * ${APART}) END AS due_at
    FROM board_jobs AS job JOIN boards AS board ON board.id = job.board_id
    WINDOW account AS (PARTITION BY board.account_id)
  ), wanted AS (
    SELECT ${RULE_COLUMNS}, due_at FROM job
    UNION ALL
    SELECT ${RULE_COLUMNS}, '-infinity' FROM rankings WHERE state = 'live'
  ), due AS (
    SELECT ${RULE_COLUMNS}, min(due_at) AS due_at FROM wanted GROUP BY ${RULE_COLUMNS}
  ), filling AS (
    SELECT ranking.id, ranking.species_id, ranking.min_verification_tier, ranking.filled_angler_id,
      ranking.filled_caught_at, ranking.filled_catch_id, due.due_at
    FROM rankings AS ranking JOIN due ON ${sameRule('ranking', 'due')} WHERE ranking.state = 'filling'
  )`;
