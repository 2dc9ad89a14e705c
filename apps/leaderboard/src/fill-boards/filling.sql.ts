import { RULE_COLUMNS, sameRule } from '../entries/rankings/ranking.js';

/**
 * Common table expressions, the last of which is `filling`: the rankings that are being filled. `boards` is the number
 * of boards that wait together with a ranking's board because they are of the same account, 0 for standard boards and
 * for rebuilds. Rankings with the lowest number go first, so that an account with a hundred new boards delays its own.
 */
export const FILLING = `
  own AS (
    SELECT ${RULE_COLUMNS}, count(*) OVER (PARTITION BY account_id) AS boards
    FROM board_jobs AS job JOIN boards AS board ON board.id = job.board_id WHERE board.account_id IS NOT NULL
  ), wanted AS (
    SELECT ${RULE_COLUMNS}, min(boards) AS boards FROM own GROUP BY ${RULE_COLUMNS}
  ), filling AS (
    SELECT ranking.id, ranking.species_id, ranking.min_verification_tier, ranking.filled_angler_id,
      ranking.filled_caught_at, ranking.filled_catch_id, coalesce(wanted.boards, 0) AS boards
    FROM rankings AS ranking LEFT JOIN wanted ON ${sameRule('ranking', 'wanted')} WHERE ranking.state = 'filling'
  )`;
