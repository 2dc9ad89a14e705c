import { chance, madeUpId } from './database.js';

const THOUSANDTHS = 500_000;
/** As the service cuts a part that became too large: into parts of about 154 entries, or segments. */
const PART = 154;

/** The period of the board of the heaviest catch of all species for all time, without entries. */
export const BOARD = `
  SELECT boards.id AS board_id, shown.ranking_id FROM boards
  JOIN board_rankings AS shown ON shown.board_id = boards.id AND shown.served_until IS NULL
  WHERE boards.metric = 'heaviest' AND boards.period = 'all_time' AND boards.species_id IS NULL
    AND boards.region IS NULL AND boards.min_verification_tier = 'photo' AND NOT boards.is_named
  ORDER BY boards.id LIMIT 1`;

export const PERIOD = `
  INSERT INTO ranking_periods AS part (ranking_id, period) VALUES ($1, 'all')
  ON CONFLICT (ranking_id, period) DO UPDATE SET entry_count = part.entry_count RETURNING id`;

/** Entries of anglers $2 to $3 in the period $1. */
export const ADD_ENTRIES = `
  INSERT INTO ranked_entries (angler_id, period_id, placement, achieved_at, catch_id, catches, known_from)
  SELECT ${madeUpId('ang', 'n')}, $1, -1 - floor(${chance('n', 'weight')} * ${THOUSANDTHS})::bigint,
    date_trunc('milliseconds', now() - ${chance('n', 'time')} * interval '3 years'), ${madeUpId('catch', 'n')}, 1, now()
  FROM generate_series($2::bigint, $3::bigint) AS n`;

export const ADD_ANGLERS = `
  INSERT INTO anglers (id, name, named_at)
  SELECT ${madeUpId('ang', 'n')}, 'Angler ' || n, now() FROM generate_series($1::bigint, $2::bigint) AS n
  ON CONFLICT (id) DO NOTHING`;

export const RANK_INDEX = `
  SELECT indexname AS name, indexdef AS definition FROM pg_indexes
  WHERE schemaname = 'public' AND indexname = 'ranked_entries_rank_idx'`;

const everyNth = (size: number, columns: string, values: string): string => `
  (period_id, placement, achieved_at, angler_id, ${columns})
  SELECT $1, CASE WHEN at = 0 THEN -9223372036854775808 ELSE placement END,
    CASE WHEN at = 0 THEN '-infinity' ELSE achieved_at END, CASE WHEN at = 0 THEN '' ELSE angler_id END, ${values}
  FROM (
    SELECT placement, achieved_at, angler_id, count(*) OVER () AS total,
      row_number() OVER (ORDER BY placement, achieved_at, angler_id) - 1 AS at
    FROM ranked_entries WHERE period_id = $1
  ) AS entry WHERE at % ${size} = 0`;

const BLOCK = PART * PART;
const inBlock = `least(${BLOCK}, total - at)`;

/** What ranks are added up from, as the service would have it after so many entries came. */
export const COUNT_RANKS = [
  'DELETE FROM rank_segments WHERE period_id = $1',
  'DELETE FROM rank_blocks WHERE period_id = $1',
  `INSERT INTO rank_segments ${everyNth(PART, 'entries', `least(${PART}, total - at)`)}`,
  `INSERT INTO rank_blocks ${everyNth(BLOCK, 'entries, segments', `${inBlock}, ceil(${inBlock}::float8 / ${PART})`)}`,
  `UPDATE ranking_periods SET entry_count = (SELECT count(*) FROM ranked_entries WHERE period_id = $1) WHERE id = $1`,
] as const;

/** How many entries are better than that of an angler, counted: what a board without such a structure would do. */
export const COUNT_BETTER = `
  SELECT count(*) FROM ranked_entries AS other
  JOIN ranked_entries AS own ON own.period_id = $1 AND own.angler_id = $2
  WHERE other.period_id = $1
    AND (other.placement, other.achieved_at, other.angler_id) < (own.placement, own.achieved_at, own.angler_id)`;
