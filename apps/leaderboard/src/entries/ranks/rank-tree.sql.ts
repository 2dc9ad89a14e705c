import { packed } from '../../database/packed-columns.js';
import { placeOf, placeOrder } from './place.js';

const CHANGES = `unnest($1::int[], $2::bigint[], $3::timestamptz[], $4::text[], $5::int[])
    AS change (period_id, placement, achieved_at, angler_id, entries)`;
const PLACES = `unnest($1::int[], $2::bigint[], $3::timestamptz[], $4::text[])
    AS wanted (period_id, placement, achieved_at, angler_id)`;

const isSame = (a: string, b: string): string =>
  `${a}.period_id = ${b}.period_id AND ${a}.placement = ${b}.placement AND ${a}.achieved_at = ${b}.achieved_at
    AND ${a}.angler_id = ${b}.angler_id`;

const RETURNED =
  'part.period_id, part.placement::text AS placement, part.achieved_at::text AS achieved_at, part.angler_id';

/** The first segment and block of new periods $1: below every possible place. */
export const PLANT = `
  WITH planted AS (
    INSERT INTO rank_segments (period_id, placement, achieved_at, angler_id, entries)
    SELECT id, -9223372036854775808, '-infinity', '', 0 FROM unnest($1::int[]) AS id
  )
  INSERT INTO rank_blocks (period_id, placement, achieved_at, angler_id, entries, segments)
  SELECT id, -9223372036854775808, '-infinity', '', 0, 1 FROM unnest($1::int[]) AS id`;

const FIRST = "part.placement = -9223372036854775808 AND part.achieved_at = '-infinity' AND part.angler_id = ''";

/** Adds $2 entries to periods $1 whose only segment is their first. Returns these periods. */
export const ADD_WHOLE = `
  WITH blocks AS (
    UPDATE rank_blocks AS part SET entries = part.entries + added.entries
    FROM unnest($1::int[], $2::int[]) AS added (period_id, entries)
    WHERE part.period_id = added.period_id AND ${FIRST} AND part.segments = 1
      AND 1 = (SELECT count(*) FROM rank_blocks AS other WHERE other.period_id = added.period_id)
    RETURNING part.period_id, added.entries
  ), segments AS (
    UPDATE rank_segments AS part SET entries = part.entries + blocks.entries
    FROM blocks WHERE part.period_id = blocks.period_id AND ${FIRST}
  )
  SELECT period_id FROM blocks`;

const largeOf = (segments: string): string => `
  SELECT ${RETURNED}, part.entries AS size
  FROM ranking_periods AS period CROSS JOIN LATERAL (
    SELECT period_id, placement, achieved_at, angler_id, entries FROM rank_segments AS part
    WHERE part.period_id = period.id ${segments}
  ) AS part
  WHERE period.ranking_id = ANY($1) AND part.entries > $2
  LIMIT $3`;

/** Up to $3 segments with more than $2 entries of rankings $1. */
export const LARGE_SEGMENTS = largeOf('');

/**
 * Those of them that are the last of their period, where the entries are that were not cut into parts yet: found
 * without reading the parts before them.
 */
export const LARGE_LAST_SEGMENTS = largeOf(`ORDER BY ${placeOrder('part', ' DESC')} LIMIT 1`);

/**
 * What the rows of `source` add to their parts of a table, and where these are. Most moves stay within a segment:
 * nothing is added.
 */
const touchedBy = (source: string, table: string): string => `
    SELECT change.period_id, part.placement, part.achieved_at, part.angler_id, part.row,
      sum(change.entries)::int AS entries
    FROM ${source} CROSS JOIN LATERAL (
      SELECT part.placement, part.achieved_at, part.angler_id, part.ctid AS row FROM ${table} AS part
      WHERE part.period_id = change.period_id AND ${placeOf('part')} <= ${placeOf('change')}
      ORDER BY ${placeOrder('part', ' DESC')} LIMIT 1
    ) AS part
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(change.entries) <> 0`;

const packedParts = (parts: string): string => `
    SELECT ${packed('row')} AS rows, ${packed('entries')} AS entries FROM ${parts}`;

/**
 * What changes add to the segments that the places belong to, and to the blocks of these segments, by the rows of both.
 * Returns one row of packed columns.
 */
export const FIND_PARTS = `
  WITH touched AS MATERIALIZED (${touchedBy(CHANGES, 'rank_segments')}
  ), touched_blocks AS MATERIALIZED (${touchedBy('touched AS change', 'rank_blocks')}
  )
  SELECT segments.rows AS segment_rows, segments.entries AS segment_entries, blocks.rows AS block_rows,
    blocks.entries AS block_entries
  FROM (${packedParts('touched')}) AS segments CROSS JOIN (${packedParts('touched_blocks')}) AS blocks`;

/** All segments or blocks of periods $1, in rank order, as packed columns. */
const partsOfPeriods = (table: string): string => `
  SELECT ${packed('part.period_id')} AS period_ids, ${packed('part.row')} AS part_rows,
    ${packed('part.placement')} AS placements, ${packed('part.achieved_at')} AS achieved,
    ${packed('part.angler_id')} AS angler_ids
  FROM unnest($1::int[]) AS wanted (period_id)
  CROSS JOIN LATERAL (
    SELECT period_id, ctid AS row, placement, achieved_at, angler_id FROM ${table}
    WHERE period_id = wanted.period_id ORDER BY placement, achieved_at, angler_id
  ) AS part`;
export const SEGMENTS_OF_PERIODS = partsOfPeriods('rank_segments');
export const BLOCKS_OF_PERIODS = partsOfPeriods('rank_blocks');

// By its place: a plan from when there were few parts compares each of them with each that is looked for by its key.
const addToRows = (table: string, rows: number, entries: number): string => `
    UPDATE ${table} AS part SET entries = part.entries + touched.entries
    FROM unnest($${rows}::tid[], $${entries}::int[]) AS touched (row, entries) WHERE part.ctid = touched.row
    RETURNING part.period_id, part.placement, part.achieved_at, part.angler_id, part.entries AS size`;

/**
 * Adds $2 to the segments in rows $1, and $4 to the blocks in rows $3. Returns segments that are too large now, or
 * empty, and blocks that are empty.
 */
export const ADD_TO_PARTS = `
  WITH segments AS (${addToRows('rank_segments', 1, 2)}
  ), blocks AS (${addToRows('rank_blocks', 3, 4)}
  )
  SELECT ${RETURNED}, part.size, false AS is_block FROM segments AS part WHERE part.size > $5 OR part.size = 0
  UNION ALL
  SELECT ${RETURNED}, part.size, true FROM blocks AS part WHERE part.size = 0`;

/** Adds to the numbers of segments of the blocks that the places belong to. Returns the blocks that are too large. */
export const ADD_SEGMENTS = `
  WITH touched AS MATERIALIZED (${touchedBy(CHANGES, 'rank_blocks')}
  ), blocks AS (
    UPDATE rank_blocks AS part SET segments = part.segments + touched.entries
    FROM touched WHERE part.ctid = touched.row
    RETURNING part.period_id, part.placement, part.achieved_at, part.angler_id, part.segments AS size
  )
  SELECT ${RETURNED}, part.size FROM blocks AS part WHERE part.size > $6`;

/**
 * Every $6th place of the entries of segments $1 to $4, which have $5 entries each. Entries behind the last of these
 * places are not read.
 */
export const CUT_SEGMENTS = `
  SELECT ${RETURNED}, part.ordinal::int AS ordinal
  FROM unnest($1::int[], $2::bigint[], $3::timestamptz[], $4::text[], $5::int[], $6::int[]) WITH ORDINALITY
    AS segment (period_id, placement, achieved_at, angler_id, entries, size, ordinal)
  CROSS JOIN LATERAL (
    SELECT entry.period_id, entry.placement, entry.achieved_at, entry.angler_id, segment.ordinal,
      row_number() OVER (ORDER BY ${placeOrder('entry')}) - 1 AS number
    FROM (
      SELECT entry.period_id, entry.placement, entry.achieved_at, entry.angler_id FROM ranked_entries AS entry
      WHERE entry.period_id = segment.period_id AND ${placeOf('entry')} >= ${placeOf('segment')}
      ORDER BY ${placeOrder('entry')} LIMIT (segment.entries - 1) / segment.size * segment.size + 1
    ) AS entry
  ) AS part
  WHERE part.number > 0 AND part.number % segment.size = 0
  ORDER BY part.ordinal, part.number`;

export const INSERT_SEGMENTS = `
  INSERT INTO rank_segments (period_id, placement, achieved_at, angler_id, entries)
  SELECT period_id, placement, achieved_at, angler_id, entries FROM ${CHANGES}`;

export const SET_SEGMENTS = `
  UPDATE rank_segments AS part SET entries = change.entries FROM ${CHANGES} WHERE ${isSame('part', 'change')}`;

/** The segments of the block $1 to $4. */
export const SEGMENTS_OF_BLOCK = `
  SELECT ${RETURNED}, part.entries AS size
  FROM rank_segments AS part, ${PLACES}
  WHERE part.period_id = wanted.period_id AND ${placeOf('part')} >= ${placeOf('wanted')}
    AND NOT EXISTS (
      SELECT FROM rank_blocks AS other WHERE other.period_id = wanted.period_id
      AND ${placeOf('other')} > ${placeOf('wanted')} AND ${placeOf('other')} <= ${placeOf('part')}
    )
  ORDER BY ${placeOrder('part')}`;

/** Blocks $1 to $4 with $5 entries and $6 segments; those that exist are set. */
export const PUT_BLOCKS = `
  INSERT INTO rank_blocks AS part (period_id, placement, achieved_at, angler_id, entries, segments)
  SELECT period_id, placement, achieved_at, angler_id, entries, segments
  FROM unnest($1::int[], $2::bigint[], $3::timestamptz[], $4::text[], $5::int[], $6::int[])
    AS put (period_id, placement, achieved_at, angler_id, entries, segments)
  ON CONFLICT (period_id, placement, achieved_at, angler_id) DO UPDATE SET
    entries = excluded.entries, segments = excluded.segments`;

/** Removes empty segments $1 to $4, but for the first one of each block. */
export const REMOVE_SEGMENTS = `
  DELETE FROM rank_segments AS part USING ${PLACES}
  WHERE ${isSame('part', 'wanted')} AND part.entries = 0
    AND NOT EXISTS (SELECT FROM rank_blocks AS block WHERE ${isSame('block', 'part')})
  RETURNING ${RETURNED}`;

/** Removes empty blocks $1 to $4 with their segments, but for the first one of each period. */
export const REMOVE_BLOCKS = `
  WITH gone AS (
    SELECT wanted.period_id, wanted.placement, wanted.achieved_at, wanted.angler_id,
      following.placement AS next_placing,
      following.achieved_at AS next_achieved_at, following.angler_id AS next_angler_id
    FROM ${PLACES} LEFT JOIN LATERAL (
      SELECT part.placement, part.achieved_at, part.angler_id FROM rank_blocks AS part
      WHERE part.period_id = wanted.period_id AND ${placeOf('part')} > ${placeOf('wanted')}
      ORDER BY ${placeOrder('part')} LIMIT 1
    ) AS following ON true
    WHERE wanted.achieved_at > '-infinity'
  ), without_segments AS (
    DELETE FROM rank_segments AS part USING gone
    WHERE part.period_id = gone.period_id AND ${placeOf('part')} >= ${placeOf('gone')} AND (gone.next_placing IS NULL
      OR ${placeOf('part')} < (gone.next_placing, gone.next_achieved_at, gone.next_angler_id))
  )
  DELETE FROM rank_blocks AS part USING gone WHERE ${isSame('part', 'gone')}`;
