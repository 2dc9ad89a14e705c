export const ADD = `
  INSERT INTO catch_changes (catch_id, before, after, traceparent, account_id)
  SELECT catch_id, before, after, traceparent, account_id
  FROM unnest($1::text[], $2::json[], $3::json[], $4::text[], $5::text[]) WITH ORDINALITY
    AS added (catch_id, before, after, traceparent, account_id, ordinal)
  ORDER BY ordinal`;

const LAST_POSITION = 2n ** 63n - 1n;

/**
 * The changes of a catch, or of an account, in their order. Both ends are compared with all columns of the one index
 * that gives this order: by a single value the planner may go through those of all others in the order of positions.
 */
const changesOf = (column: 'catch_id' | 'account_id', id: string): string => `
  FROM catch_changes AS queued
  WHERE (queued.${column}, queued.position) BETWEEN (${id}, 0) AND (${id}, ${LAST_POSITION})
  ORDER BY queued.${column}, queued.position`;

/** The position of the first change of a catch that waits; null when none does. */
export const firstChangeOf = (catchId: string): string =>
  `SELECT queued.position ${changesOf('catch_id', catchId)} LIMIT 1`;

/** Those of the catches $1 with a change. */
export const WAITING = `
  SELECT wanted.id FROM unnest((SELECT $1::text[])) AS wanted (id)
  CROSS JOIN LATERAL (${firstChangeOf('wanted.id')}) AS waiting`;

/**
 * The first $2 accounts after $1 that are not among $3, and those of $3 before the last of them. Each one is found by a
 * look into the index behind the one before it.
 */
export const ACCOUNTS = `
  WITH RECURSIVE waiting (account_id, wanted) AS (
    (SELECT account_id, (account_id <> ALL($3::text[]))::int
     FROM catch_changes WHERE account_id > $1 ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT next.account_id, waiting.wanted + (next.account_id <> ALL($3::text[]))::int
    FROM waiting CROSS JOIN LATERAL (
      SELECT account_id FROM catch_changes WHERE account_id > waiting.account_id ORDER BY account_id LIMIT 1
    ) AS next
    WHERE waiting.wanted < $2
  )
  SELECT account_id FROM waiting`;

/**
 * Rows are deleted where they were found. Most of the time there are none, and a plan that was made then and looks them
 * up again compares each of those that wait with each of those to take.
 */
const deleteSql = (ctids: string): string => `
  DELETE FROM catch_changes WHERE ctid = ANY(ARRAY(${ctids}))
  RETURNING position, catch_id, before, after, traceparent, account_id`;

/** The oldest $1. */
export const TAKE = deleteSql('SELECT ctid FROM catch_changes ORDER BY position LIMIT $1');

/**
 * Those that are chosen, and those before them of the same catches, which are of another account only where the
 * previous release added some of them: it tells none.
 */
const takeSql = (chosen: string): string =>
  deleteSql(`
    WITH chosen AS MATERIALIZED (${chosen})
    SELECT ctid FROM chosen
    UNION
    SELECT earlier.ctid
    FROM (SELECT catch_id, max(position) AS position FROM chosen GROUP BY catch_id) AS last CROSS JOIN LATERAL (
      SELECT ctid FROM catch_changes
      WHERE catch_id = last.catch_id AND position < last.position ORDER BY catch_id, position
    ) AS earlier`);

/** The oldest $1 of the account $2. */
export const TAKE_OF_ONE = takeSql(`SELECT ctid, catch_id, position ${changesOf('account_id', '$2::text')} LIMIT $1`);

/** The first $3 of each of the accounts $2, the first ones of all before the second ones; then those of `others`. */
const sharesSql = (others: string): string =>
  takeSql(`
    SELECT ctid, catch_id, position FROM (
      SELECT DISTINCT ON (ctid) ctid, catch_id, position, nth, ordinal FROM (
        SELECT waiting.ctid, waiting.catch_id, waiting.position, waiting.nth, account.ordinal
        FROM unnest($2::text[]) WITH ORDINALITY AS account (id, ordinal) CROSS JOIN LATERAL (
          SELECT ctid, catch_id, position, row_number() OVER (ORDER BY account_id, position) AS nth
          ${changesOf('account_id', 'account.id')} LIMIT $3
        ) AS waiting ${others}
      ) AS found ORDER BY ctid, nth, ordinal
    ) AS fair ORDER BY nth, ordinal LIMIT $1`);

/** At most $1 of all accounts, with the oldest of all where the shares leave room. */
export const TAKE_SHARES = sharesSql(`
        UNION ALL
        (SELECT ctid, catch_id, position, $3 + 1, position FROM catch_changes ORDER BY position LIMIT $1)`);

/** At most $1 of these accounts. */
export const TAKE_OF_SOME = sharesSql('');
