import { waitsBehind } from '@cds/event-store';
import type { Queryable } from '@cds/postgres';

/** One line for each checkpoint, and one for each event that was skipped. */
export const listRelays = async (db: Queryable): Promise<string[]> => {
  const { rows: checkpoints } = await db.query<{ line: string }>(CHECKPOINTS);
  const { rows: skipped } = await db.query<{ line: string }>(SKIPPED);
  return [...checkpoints, ...skipped].map(({ line }) => line);
};

/**
 * Records that an event is not to be published. Fails for an event that no relay has still to publish: it was published
 * or skipped before, or was never there.
 */
export const skipEvent = async (db: Queryable, event: string, reason: string): Promise<string> => {
  const { rows } = await db.query<{ stream_id: string; version: number }>(SKIP, [event, reason]);
  const [row] = rows;
  if (!row) throw new Error(`No event ${event} waits to be published.`);
  return `${event} (${row.stream_id}, version ${row.version}) will not be published.`;
};

/** Deletes the checkpoints of a relay; fails while a session of that relay is connected. */
export const forgetRelay = async (db: Queryable, relay: string): Promise<string> => {
  const { rowCount: running } = await db.query(RUNNING, [`relay:${relay}`]);
  if (running) throw new Error(`The relay ${relay} is running.`);
  const { rowCount } = await db.query('DELETE FROM relay_checkpoints WHERE name = $1', [relay]);
  if (!rowCount) throw new Error(`There is no relay ${relay}.`);
  return `The checkpoints of the relay ${relay} are deleted.`;
};

const CHECKPOINTS = `
SELECT format('relay %s, %s: %s events wait, last moved %s', name,
  CASE checkpoint.lane WHEN 0 THEN 'live' ELSE 'bulk' END, pending.count, checkpoint.updated_at) AS line
FROM relay_checkpoints checkpoint, LATERAL (
  SELECT count(*) AS count FROM (
    SELECT FROM events WHERE ${waitsBehind('events', 'checkpoint')} LIMIT 10000
  ) AS waiting
) AS pending
ORDER BY name, checkpoint.lane`;

const SKIPPED = `
SELECT format('skipped %s at %s: %s', event_id, skipped_at, reason) AS line FROM relay_skipped ORDER BY skipped_at`;

const SKIP = `
WITH waiting AS (
  SELECT found.event_id, found.stream_id, found.version FROM relay_checkpoints checkpoint, LATERAL (
    SELECT event_id, stream_id, version FROM events
    WHERE events.event_id = $1 AND ${waitsBehind('events', 'checkpoint')} LIMIT 1
  ) AS found LIMIT 1
), skipped AS (
  INSERT INTO relay_skipped (event_id, reason) SELECT event_id, $2 FROM waiting ON CONFLICT DO NOTHING
  RETURNING event_id
)
SELECT waiting.stream_id, waiting.version FROM waiting JOIN skipped ON skipped.event_id = waiting.event_id`;

const RUNNING = `
SELECT FROM pg_stat_activity WHERE datname = current_database()
AND (application_name = $1 OR starts_with(application_name, $1 || '/'))`;
