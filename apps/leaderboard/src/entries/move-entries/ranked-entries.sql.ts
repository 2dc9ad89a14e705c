import { packed } from '../../database/packed-columns.js';

/**
 * Looked up by angler, whatever the planner believes about the size of the table: the entries of an angler are close to
 * each other in the key, which finds those of all wanted periods on its way. Returns one row of packed columns.
 */
export const LOAD = `
  SELECT ${packed('wanted.angler::int')} AS anglers, ${packed('entry.period_id')} AS period_ids,
    ${packed('entry.row')} AS entry_rows, ${packed('entry.placement')} AS placements,
    ${packed('entry.achieved_at')} AS achieved, ${packed('entry.catch_id')} AS catch_ids,
    ${packed('entry.catches')} AS catches, ${packed('entry.previous_rank')} AS previous_ranks,
    ${packed('entry.known_from')} AS known_from
  FROM unnest($1::text[], $2::int[], $3::int[]) WITH ORDINALITY AS wanted (angler_id, first, last, angler)
  CROSS JOIN LATERAL (
    SELECT period_id, ctid AS row, placement, achieved_at, catch_id, catches, previous_rank, known_from
    FROM ranked_entries
    WHERE angler_id = wanted.angler_id AND period_id = ANY (($4::int[])[wanted.first:wanted.last]) OFFSET 0
  ) AS entry`;

const ENTRIES = `
  unnest($1::text[], $2::int[], $3::bigint[], $4::timestamptz[], $5::text[], $6::int[], $7::int[], $8::timestamptz[]`;
const GIVEN = 'angler_id, period_id, placement, achieved_at, catch_id, catches, previous_rank, known_from';

const VERSION = 'angler_id, period_id, placement, achieved_at, catch_id, previous_rank, known_from';
const VERSION_COLUMNS = `${VERSION}, known_until`;
const WAS = VERSION.split(', ')
  .map((column) => `old.${column}`)
  .join(', ');

/** Behind `changed`, the entries that a statement changes: keeps what they were, and answers how many they are. */
const KEEP_CHANGED = `kept AS (
    INSERT INTO entry_versions (${VERSION_COLUMNS})
    SELECT ${VERSION_COLUMNS} FROM changed WHERE known_until IS NOT NULL
  )
  SELECT count(*)::int AS changed FROM changed`;

// What an entry was is taken from its row, which is found where it was read: only the lock's holder moves rows.
export const MOVE = `
  WITH changed AS (
    UPDATE ranked_entries AS entry SET
      placement = moved.placement, achieved_at = moved.achieved_at, catch_id = moved.catch_id,
      catches = moved.catches, previous_rank = moved.previous_rank, known_from = moved.known_from
    FROM ${ENTRIES}, $9::timestamptz[], $10::tid[]) AS moved (${GIVEN}, known_until, row)
    WHERE entry.ctid = moved.row AND entry.angler_id = moved.angler_id AND entry.period_id = moved.period_id
    RETURNING ${WAS}, moved.known_until
  ), ${KEEP_CHANGED}`;

export const ADD = `
  INSERT INTO ranked_entries
    (angler_id, period_id, placement, achieved_at, catch_id, catches, previous_rank, known_from)
  SELECT angler_id, period_id, placement, achieved_at, catch_id, catches, previous_rank, known_from
  FROM ${ENTRIES}) AS added (${GIVEN})`;

export const REMOVE = `
  WITH changed AS (
    DELETE FROM ranked_entries AS entry
    USING unnest($1::text[], $2::int[], $3::timestamptz[], $4::tid[]) AS gone (angler_id, period_id, known_until, row)
    WHERE entry.ctid = gone.row AND entry.angler_id = gone.angler_id AND entry.period_id = gone.period_id
    RETURNING ${WAS}, gone.known_until
  ), ${KEEP_CHANGED}`;

export const KEEP_FORMER = `
  INSERT INTO entry_versions (${VERSION_COLUMNS})
  SELECT angler_id, period_id, placement, achieved_at, catch_id, previous_rank, known_from, known_until
  FROM ${ENTRIES}, $9::timestamptz[]) AS former (${GIVEN}, known_until)`;
