import { prepared } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { RELAY_GENERATION, RELAY_SESSIONS } from './relay-name.js';

export interface Horizon {
  /** Every event with a lower transaction id can be seen by the next statement, and no more of them will appear. */
  readonly horizon: bigint;
  /** Whether a transaction in flight bounds it. */
  readonly isHeldBack: boolean;
}

/**
 * Below which transaction id nothing more can appear in the log: every event with a lower one is committed and can be
 * seen by the next statement. Only transactions that write to this log hold it back, for as long as they last.
 *
 * A writer takes its lock on `events` before the snapshot of its append, and the append records an id that is at least
 * the end (`xmax`) of that snapshot, and at least the writer's own. The statement here takes its own snapshot before it
 * looks at the locks. So a writer either
 * - holds the lock: its own id, which no event of it is below, bounds the horizon;
 * - takes the lock later: its snapshot is the later one, and none of its events is below this one's end;
 * - has given up the lock: it has ended, and the next statement sees what it wrote.
 *
 * A holder whose own id is not in the list of locks either has none yet and will get one beyond the end of the
 * snapshot, or got it this moment: then the oldest transaction in flight on the server stands for it. Rows of one
 * transaction are joined by its virtual id, which a prepared transaction has too.
 *
 * `table` is another table whose rows are written in the order of `LOG_ORDER`, such as a copy of events that are read
 * as a feed; the log by default.
 *
 * A copy of the release before this rule records its own id alone. While one is connected, the oldest transaction in
 * flight is the horizon, as it was then.
 */
export const readHorizon = async (db: Queryable, table = 'events'): Promise<Horizon> => {
  const statement = prepared({ text: HORIZON, values: [table] });
  const { rows } = await db.query<{ horizon: string; is_held_back: boolean }>(statement);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL answered no horizon');
  return { horizon: BigInt(row.horizon), isHeldBack: row.is_held_back };
};

/**
 * Gives out a transaction id, so that the next horizon is beyond every event that is committed. On a server without
 * other writers an event may be at the end of the snapshots until then.
 */
export const moveHorizon = async (db: Queryable): Promise<void> => {
  await db.query('SELECT pg_current_xact_id()');
};

/** Ids in `pg_locks` lack their upper half; it is that of the nearest id to the end of the snapshot. */
const fullId = (id: string): string =>
  `seen.xmax - ((seen.xmax - ${id}::text::bigint + 2147483648) % 4294967296 - 2147483648)`;

const HORIZON = `
WITH seen AS MATERIALIZED (
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xmin,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS xmax
), locks AS MATERIALIZED (
  SELECT virtualtransaction, locktype, database, relation, mode, transactionid FROM pg_locks
  WHERE granted AND locktype IN ('relation', 'transactionid')
), writers AS (
  SELECT DISTINCT virtualtransaction FROM locks WHERE locktype = 'relation' AND mode = 'RowExclusiveLock'
  AND relation = $1::text::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
), ids AS (
  SELECT coalesce(
    (SELECT min(${fullId('locks.transactionid')}) FROM locks, seen
     WHERE locks.virtualtransaction = writers.virtualtransaction AND locktype = 'transactionid'
     AND mode = 'ExclusiveLock'),
    (SELECT seen.xmin FROM seen)) AS id
  FROM writers
)
SELECT bound.id AS horizon, bound.id < seen.xmax AS is_held_back
FROM seen, LATERAL (
  SELECT CASE WHEN EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND application_name LIKE '${RELAY_SESSIONS}%' AND application_name NOT LIKE '%${RELAY_GENERATION}')
  THEN seen.xmin ELSE least(seen.xmax, (SELECT min(ids.id) FROM ids)) END AS id
) AS bound`;
