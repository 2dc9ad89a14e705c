import { eventColumns } from './event-row.js';
import type { SnapshotOptions } from './snapshot-options.js';

/** The reads of `StreamStates`: of streams by their versions, and of one stream up to a time. */
export interface StreamTexts {
  readonly byVersion: string;
  readonly byTime: string;
}

export const streamTexts = (
  codec: Parameters<typeof eventColumns>[0],
  { isErased }: Pick<SnapshotOptions<never>, 'isErased'>,
  interval: number,
): StreamTexts => {
  const usable = isErased ? `AND NOT ${isErased('snapshot.person_ids')}` : '';
  const columns = `${eventColumns(codec)}, ARRAY[person_id] AS person_ids, ${hasSnapshot(interval)} AS has_snapshot`;
  const versions = 'AND snapshot.version > wanted.known AND snapshot.version <= wanted.snapshot_to';
  return {
    byVersion: text(columns, `${versions} ${usable} ORDER BY snapshot.version DESC`),
    // `occurred_to` never falls from one version to the next, so the last snapshot is the one with the highest.
    byTime: text(
      columns,
      `${versions} AND snapshot.occurred_to <= $7::timestamptz ${usable}
      ORDER BY snapshot.occurred_to DESC, snapshot.version DESC`,
    ),
  };
};

/** Whether the state after an event is kept already; looked up where a snapshot is due alone. */
const hasSnapshot = (interval: number): string => `CASE WHEN events.version % ${interval} = 0 THEN EXISTS (
    SELECT FROM stream_snapshots kept WHERE kept.stream_id = events.stream_id AND kept.version = events.version
    AND kept.schema_version >= $5::int) ELSE false END`;

/**
 * $1 streams; $2 the version from which each goes on; $3 the last version of which a snapshot may be used and $4 the
 * last one wanted; $5 the schema version of snapshots; $6 the most events of each stream. Each stream's nearest
 * snapshot, as a row without `event_id`, comes before the events that follow it.
 */
const text = (columns: string, nearest: string): string => `
WITH wanted AS (
  SELECT stream_id, known, snapshot_to, events_to
  FROM unnest($1::text[], $2::int[], $3::int[], $4::int[]) AS asked (stream_id, known, snapshot_to, events_to)
), starts AS MATERIALIZED (
  SELECT wanted.stream_id, coalesce(nearest.version, wanted.known) AS known, wanted.events_to,
    nearest.version, nearest.state, nearest.person_ids, nearest.occurred_to
  FROM wanted LEFT JOIN LATERAL (
    SELECT snapshot.version, snapshot.state, snapshot.person_ids, snapshot.occurred_to FROM stream_snapshots snapshot
    WHERE snapshot.stream_id = wanted.stream_id AND snapshot.schema_version = $5::int ${nearest} LIMIT 1
  ) AS nearest ON true
)
SELECT stream_id, version, NULL AS event_id, NULL AS type, state AS data, NULL::json AS personal,
  NULL::json AS metadata, occurred_to AS occurred_at, person_ids, true AS has_snapshot
FROM starts WHERE version IS NOT NULL
UNION ALL
SELECT next.stream_id, next.version, next.event_id, next.type, next.data, next.personal, next.metadata,
  next.occurred_at, next.person_ids, next.has_snapshot
FROM starts, LATERAL (
  SELECT ${columns} FROM events
  WHERE events.stream_id = starts.stream_id AND events.version > starts.known AND events.version <= starts.events_to
  ORDER BY events.version LIMIT $6::int
) AS next
ORDER BY stream_id, version`;
