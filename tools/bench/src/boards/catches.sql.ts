import { chance, madeUpId } from './database.js';

const nth = (of: string, count: string, power: number): string =>
  `floor(${chance('n', of)} ^ ${power} * ${count})::bigint`;

/**
 * Catches 0 to $1 of $2 anglers over two years, one in five of them verified: some anglers and species have far more
 * than others, and more was caught lately.
 */
export const ADD_CATCHES = `
  WITH known AS (
    SELECT array_agg(id ORDER BY md5(id)) AS ids FROM species WHERE NOT deleted
  )
  INSERT INTO catch_facts (catch_id, version, measured_version, angler_id, species_id, weight_lbs, length_in, depth_ft,
    region, verification_tier, caught_at)
  SELECT ${madeUpId('catch', 'n')}, 2, 2, ${madeUpId('ang', nth('angler', '$2::bigint', 1.5))},
    known.ids[1 + ${nth('species', 'cardinality(known.ids)', 2)}],
    round((0.001 + ${chance('n', 'weight')} ^ 3 * 40)::numeric, 3), round((${chance('n', 'length')} * 50)::numeric, 3),
    round((${chance('n', 'depth')} * 120)::numeric), 'US-TX',
    (CASE WHEN n % 5 = 0 THEN 'photo' ELSE 'unverified' END)::verification_tier,
    date_trunc('milliseconds', now() - ${chance('n', 'time')} ^ 2 * interval '730 days')
  FROM known, generate_series(0, $1::bigint - 1) AS n
  ON CONFLICT (catch_id) DO NOTHING`;

/** Their names are those that events of `CatchEvents` tell: a catch of an angler whose name stays changes none. */
export const ADD_ANGLERS = `
  INSERT INTO anglers (id, name, named_at)
  SELECT id, id, now() FROM (
    SELECT ${madeUpId('ang', 'n')} AS id FROM generate_series(0, $1::bigint - 1) AS n
  ) AS made
  ON CONFLICT (id) DO NOTHING`;

/**
 * The past of the board of catch counts for all time, as if $2 anglers had come to their entries by $1 moves: one each
 * minute, the last one a minute ago.
 */
export const ADD_PAST = [
  `INSERT INTO ranked_entries (angler_id, period_id, placement, achieved_at, catches, known_from)
   SELECT ${madeUpId('ang', 'move % $2::bigint')}, $3, -1000 * (move / $2::bigint + 1), at, move / $2::bigint + 1, at
   FROM (SELECT move, date_trunc('minute', now()) - ($1::bigint - move) * interval '1 minute' AS at
     FROM generate_series($1::bigint - $2::bigint, $1::bigint - 1) AS move) AS last
   ON CONFLICT (angler_id, period_id) DO UPDATE SET placement = excluded.placement, achieved_at = excluded.achieved_at,
     catches = excluded.catches, known_from = excluded.known_from`,
  `INSERT INTO entry_versions (angler_id, period_id, placement, achieved_at, known_from, known_until)
   SELECT ${madeUpId('ang', 'move % $2::bigint')}, $3, -1000 * (move / $2::bigint + 1), at, at,
     at + $2::bigint * interval '1 minute'
   FROM (SELECT move, date_trunc('minute', now()) - ($1::bigint - move) * interval '1 minute' AS at
     FROM generate_series(0, $1::bigint - $2::bigint - 1) AS move) AS past`,
] as const;

/** The board shows what it shows now since long ago, and never showed what was there before the rebuild. */
export const SHOWN_FOR_LONG = `
  WITH former AS (DELETE FROM board_rankings WHERE board_id = $1 AND served_until IS NOT NULL)
  UPDATE board_rankings SET served_from = '2000-01-01' WHERE board_id = $1 AND served_until IS NULL`;

/** The board of catch counts for all time, and its period. */
export const COUNTS = `
  WITH board AS (
    SELECT boards.id, shown.ranking_id FROM boards
    JOIN board_rankings AS shown ON shown.board_id = boards.id AND shown.served_until IS NULL
    WHERE boards.metric = 'catch_count' AND boards.period = 'all_time' AND boards.species_id IS NULL
      AND boards.region IS NULL AND boards.min_verification_tier = 'photo' AND NOT boards.is_named
    ORDER BY boards.id LIMIT 1
  ), part AS (
    INSERT INTO ranking_periods AS part (ranking_id, period) SELECT ranking_id, 'all' FROM board
    ON CONFLICT (ranking_id, period) DO UPDATE SET entry_count = part.entry_count RETURNING id
  )
  SELECT board.id AS board_id, part.id AS period_id FROM board, part`;
