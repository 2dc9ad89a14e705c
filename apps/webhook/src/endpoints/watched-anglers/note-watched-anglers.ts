import type { Queryable } from '@cds/postgres';
import { patternsFor } from '../event-types.js';

/** The type of which an endpoint with an angler in its filter hears whatever the angler's rank. */
const WATCHED = patternsFor('leaderboard.entry_changed');

/**
 * Notes whom these endpoints watch now, to be published where it has changed. Call it in the transaction that changes
 * them, once they are changed. Resolves with the number of those that watch others than before.
 */
export const noteWatchedAnglers = async (tx: Queryable, endpointIds: readonly string[], now: Date): Promise<number> => {
  // The rows are locked first, so that the next statement sees what was noted of them last.
  await tx.query(LOCK, [endpointIds]);
  return (await tx.query(CHANGE, [endpointIds, WATCHED, now])).rowCount ?? 0;
};

/** Up to `max` endpoints that watch others than was noted, such as those that the previous release changed. */
export const endpointsToNote = async (db: Queryable, max: number): Promise<string[]> =>
  (await db.query<{ id: string }>(UNNOTED, [WATCHED, max])).rows.map(({ id }) => id);

const watched = (types: string): string => `
  CASE WHEN endpoint.status = 'enabled' AND endpoint.deleted_at IS NULL AND endpoint.event_types && ${types}::text[]
      AND endpoint.filter ->> 'angler_id' IS NOT NULL
    THEN ARRAY[endpoint.filter ->> 'angler_id'] ELSE '{}'::text[] END`;

const LOCK = 'SELECT FROM endpoints WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE';

const CHANGE = `
WITH changed AS (
  SELECT endpoint.id, endpoint.account_id, watched.angler_ids
  FROM endpoints AS endpoint CROSS JOIN LATERAL (SELECT ${watched('$2')} AS angler_ids) AS watched
  LEFT JOIN angler_watches AS watch ON watch.endpoint_id = endpoint.id
  WHERE endpoint.id = ANY($1) AND watched.angler_ids <> coalesce(watch.angler_ids, '{}')
),
numbered AS (
  UPDATE endpoints AS endpoint SET event_version = endpoint.event_version + 1
  FROM changed WHERE endpoint.id = changed.id
  RETURNING endpoint.id, endpoint.event_version, changed.account_id, changed.angler_ids
)
INSERT INTO angler_watches (endpoint_id, account_id, angler_ids, version, changed_at, due_at)
SELECT id, account_id, angler_ids, event_version, $3, now() FROM numbered
ON CONFLICT (endpoint_id) DO UPDATE SET angler_ids = excluded.angler_ids, version = excluded.version,
  changed_at = excluded.changed_at, due_at = excluded.due_at, lease = NULL, attempts = 0, stalls = 0`;

// Endpoints that watch somebody are found by an index of those that may, and those that do not any more by what was
// noted: deleted endpoints, of which there may be very many, are not gone through.
const UNNOTED = `
SELECT endpoint.id FROM endpoints AS endpoint LEFT JOIN angler_watches AS watch ON watch.endpoint_id = endpoint.id
WHERE endpoint.deleted_at IS NULL AND endpoint.filter ->> 'angler_id' IS NOT NULL
  AND ${watched('$1')} <> coalesce(watch.angler_ids, '{}')
UNION
SELECT endpoint.id FROM angler_watches AS watch CROSS JOIN LATERAL (
  SELECT id, status, deleted_at, event_types, filter FROM endpoints WHERE id = watch.endpoint_id OFFSET 0) AS endpoint
WHERE watch.angler_ids <> '{}' AND ${watched('$1')} <> watch.angler_ids
LIMIT $2`;
