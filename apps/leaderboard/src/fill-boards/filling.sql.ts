import { RULE_COLUMNS, ruleKey, sameRule } from '../entries/rankings/ranking.js';

/** By so much later an account's boards are due for each more of them that waits. */
const APART = "interval '1 minute'";

/**
 * Common table expressions, the last of which is `filling`: the rankings that are being filled. `due_at` decides which go
 * first: those of standard boards and of rebuilds, then those of all boards that are due, then those of accounts that
 * made many at once, a minute later for each of these, and at last those that no board wants any more. Who makes a
 * hundred boards delays these, and nobody waits for ever. While no account waits for a board, all are equal. `IN` finds
 * those that boards show by a hash table, whatever the planner expects.
 */
export const FILLING = `
  own AS MATERIALIZED (
    SELECT FROM board_jobs AS job JOIN boards AS board ON board.id = job.board_id
    WHERE board.account_id IS NOT NULL LIMIT 1
  ), job AS (
    SELECT board.${RULE_COLUMNS.replaceAll(', ', ', board.')}, CASE WHEN board.account_id IS NULL THEN '-infinity' ELSE
        greatest(now(), min(job.requested_at) OVER account + (count(*) OVER account - 1) * ${APART}) END AS due_at
    FROM board_jobs AS job JOIN boards AS board ON board.id = job.board_id
    WHERE EXISTS (SELECT FROM own)
    WINDOW account AS (PARTITION BY board.account_id)
  ), due AS (
    SELECT ${RULE_COLUMNS}, min(due_at) AS due_at FROM job GROUP BY ${RULE_COLUMNS}
  ), filling AS (
    SELECT ranking.id, ranking.species_id, ranking.min_verification_tier, ranking.filled_angler_id,
      ranking.filled_caught_at, ranking.filled_catch_id,
      CASE
        WHEN NOT EXISTS (SELECT FROM own) THEN '-infinity'
        WHEN due.due_at IS NOT NULL THEN due.due_at
        WHEN (${ruleKey('ranking')}) IN (SELECT ${ruleKey('live')} FROM rankings AS live WHERE live.state = 'live')
          THEN '-infinity'
        ELSE 'infinity'
      END AS due_at
    FROM rankings AS ranking
    LEFT JOIN due ON ${sameRule('ranking', 'due')}
    WHERE ranking.state = 'filling'
  )`;
