import { msOf } from '../times.sql.js';
import { placeOf, placeOrder } from './place.js';

const last = (table: string): string => `
  SELECT part.placement, part.achieved_at, part.angler_id FROM ${table} AS part
  WHERE part.period_id = wanted.period_id AND ${placeOf('part')} <= ${placeOf('wanted')}
  ORDER BY ${placeOrder('part', ' DESC')} LIMIT 1`;

/** The rank of each of the places that `wanted` selects, behind `columns` of these. */
export const ranksSql = (wanted: string, columns: readonly string[] = []): string => `
  SELECT ${columns.map((column) => `wanted.${column}, `).join('')}
    (1 + blocks.entries + segments.entries + within.entries)::int AS rank
  FROM ${wanted}
  LEFT JOIN LATERAL (${last('rank_blocks')}) AS block ON true
  LEFT JOIN LATERAL (${last('rank_segments')}) AS segment ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(part.entries), 0) AS entries FROM rank_blocks AS part
    WHERE part.period_id = wanted.period_id AND ${placeOf('part')} < ${placeOf('block')}
  ) AS blocks
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(part.entries), 0) AS entries FROM rank_segments AS part
    WHERE part.period_id = wanted.period_id AND ${placeOf('part')} >= ${placeOf('block')}
      AND ${placeOf('part')} < ${placeOf('segment')}
  ) AS segments
  CROSS JOIN LATERAL (
    SELECT count(*) AS entries FROM ranked_entries AS entry
    WHERE entry.period_id = wanted.period_id AND ${placeOf('entry')} >= ${placeOf('segment')}
      AND ${placeOf('entry')} < ${placeOf('wanted')}
  ) AS within`;

/** The greatest placement, which no entry has. */
const BEHIND_ALL = '9223372036854775807';

// Materialized, so that both bounds are known before the segments between them are looked for in the index.
export const PLACE_AT_RANK = `
  WITH block AS (
    SELECT counted.placement, counted.achieved_at, counted.angler_id, counted.above FROM (
      SELECT part.placement, part.achieved_at, part.angler_id,
        sum(part.entries) OVER (ORDER BY ${placeOrder('part')}) - part.entries AS above
      FROM rank_blocks AS part WHERE part.period_id = $1
    ) AS counted
    WHERE counted.above <= $2 ORDER BY ${placeOrder('counted', ' DESC')} LIMIT 1
  ),
  following AS (
    SELECT part.placement, part.achieved_at, part.angler_id FROM block JOIN rank_blocks AS part
      ON part.period_id = $1 AND ${placeOf('part')} > ${placeOf('block')}
    ORDER BY ${placeOrder('part')} LIMIT 1
  ),
  bounds AS MATERIALIZED (
    SELECT block.above, block.placement, block.achieved_at, block.angler_id,
      coalesce(following.placement, ${BEHIND_ALL}) AS end_placement, following.achieved_at AS end_achieved_at,
      following.angler_id AS end_angler_id
    FROM block LEFT JOIN following ON true
  ),
  segment AS (
    SELECT counted.placement, counted.achieved_at, counted.angler_id, counted.above FROM (
      SELECT part.placement, part.achieved_at, part.angler_id,
        bounds.above + sum(part.entries) OVER (ORDER BY ${placeOrder('part')}) - part.entries AS above
      FROM bounds JOIN rank_segments AS part ON part.period_id = $1 AND ${placeOf('part')} >= ${placeOf('bounds')}
        AND ${placeOf('part')} < (bounds.end_placement, bounds.end_achieved_at, bounds.end_angler_id)
    ) AS counted
    WHERE counted.above <= $2 ORDER BY ${placeOrder('counted', ' DESC')} LIMIT 1
  )
  SELECT entry.period_id, entry.placement::float8 AS placement,
    ${msOf('entry.achieved_at')} AS achieved_ms, entry.angler_id
  FROM segment CROSS JOIN LATERAL (
    SELECT entry.period_id, entry.placement, entry.achieved_at, entry.angler_id FROM ranked_entries AS entry
    WHERE entry.period_id = $1 AND ${placeOf('entry')} >= ${placeOf('segment')}
    ORDER BY ${placeOrder('entry')} LIMIT 1 OFFSET $2 - segment.above
  ) AS entry`;
