import { placeOf, placeOrder } from '../ranks/place.js';
import { msOf } from '../times.sql.js';
import { MAX_DISPLACED } from './rank-moves.decision.js';

const SCORE = `entry.angler_id, entry.placement::float8 AS placement,
  ${msOf('entry.achieved_at')} AS achieved_ms, entry.catch_id`;

const moves = (periods: number, anglers: number): string => `
  (entry.period_id, entry.angler_id) IN (SELECT period_id, angler_id
    FROM unnest($${periods}::int[], $${anglers}::text[]) AS moving (period_id, angler_id))`;

/** The entry before which $2 others are, of each period $1. */
export const LAST_OF_TOPS = `
  SELECT wanted.ordinal::int AS ordinal, ${SCORE}
  FROM unnest($1::int[]) WITH ORDINALITY AS wanted (period_id, ordinal)
  CROSS JOIN LATERAL (
    SELECT angler_id, placement, achieved_at, catch_id FROM ranked_entries AS entry
    WHERE entry.period_id = wanted.period_id ORDER BY ${placeOrder('entry')} OFFSET $2 LIMIT 1
  ) AS entry`;

/** The first $2 entries of each period $1, without those of anglers $4 in periods $3. */
export const TOPS = `
  SELECT wanted.ordinal::int AS ordinal, ${SCORE}
  FROM unnest($1::int[]) WITH ORDINALITY AS wanted (period_id, ordinal)
  CROSS JOIN LATERAL (
    SELECT angler_id, placement, achieved_at, catch_id FROM ranked_entries AS entry
    WHERE entry.period_id = wanted.period_id AND NOT ${moves(3, 4)}
    ORDER BY ${placeOrder('entry')} LIMIT $2
  ) AS entry
  ORDER BY wanted.ordinal, ${placeOrder('entry')}`;

/** The first entries after each of the places $1 to $4, without those of anglers $6 in periods $5. */
export const FOLLOWERS = `
  SELECT wanted.ordinal::int AS ordinal, ${SCORE}
  FROM unnest($1::int[], $2::bigint[], $3::timestamptz[], $4::text[]) WITH ORDINALITY
    AS wanted (period_id, placement, achieved_at, angler_id, ordinal)
  CROSS JOIN LATERAL (
    SELECT angler_id, placement, achieved_at, catch_id FROM ranked_entries AS entry
    WHERE entry.period_id = wanted.period_id AND ${placeOf('entry')} > ${placeOf('wanted')} AND NOT ${moves(5, 6)}
    ORDER BY ${placeOrder('entry')} LIMIT ${MAX_DISPLACED}
  ) AS entry
  ORDER BY wanted.ordinal, ${placeOrder('entry')}`;
