import { type EventPriority, LOG_START, type LogPosition, PRIORITIES } from '@cds/event-store';
import { prepared } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';

interface CheckpointRow {
  readonly transaction_id: string;
  readonly position: string;
  readonly is_ahead: boolean;
}

const CREATE = `INSERT INTO relay_checkpoints (name, lane, transaction_id, position) VALUES ($1, $2, $3, $4)
  ON CONFLICT (name, lane) DO NOTHING`;

const READ = `SELECT transaction_id, position,
  greatest(transaction_id, (SELECT max(transaction_id) FROM events
  WHERE lane = $2::smallint)) > pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS is_ahead
FROM relay_checkpoints WHERE name = $1 AND lane = $2::smallint`;

const ADVANCE = `UPDATE relay_checkpoints SET transaction_id = $3::bigint, position = $4::bigint, updated_at = now()
WHERE name = $1 AND lane = $2::smallint AND (transaction_id, position) < ($3::bigint, $4::bigint)`;

const PENDING = `SELECT count(*)::int AS pending, (extract(epoch
  FROM now() - min(occurred_at)) * 1000)::float8 AS oldest_ms
FROM (SELECT occurred_at FROM events WHERE lane = $1::smallint AND (transaction_id, position) > ($2::bigint, $3::bigint)
  ORDER BY transaction_id, position LIMIT 10000) AS waiting`;

const NEWEST = `WITH of_priority AS NOT MATERIALIZED (SELECT transaction_id FROM events WHERE lane = $1::smallint)
SELECT (SELECT max(transaction_id) FROM of_priority) AS newest,
  (SELECT count(*)::int FROM (
    SELECT FROM of_priority WHERE transaction_id > $2::bigint LIMIT $3::int
  ) AS written) AS written`;

/**
 * Where the relay of this name goes on with events of a priority; at the log's start when it never ran.
 *
 * Refuses a log whose transaction ids this server has not reached: a dump restored into another cluster. There, new
 * events would sort before the checkpoint and never be published.
 */
export const openCheckpoint = async (db: Queryable, name: string, priority: EventPriority): Promise<LogPosition> => {
  await db.query(CREATE, [name, PRIORITIES[priority], LOG_START.transactionId, LOG_START.position]);
  const { rows } = await db.query<CheckpointRow>(READ, [name, PRIORITIES[priority]]);
  const [row] = rows;
  if (row === undefined) throw new Error(`The checkpoint of relay ${name} is gone`);
  if (row.is_ahead)
    throw new Error(
      'The event log has transaction ids that this server never gave: it was restored from another cluster, and ' +
        `needs npm run relay -- adopt ${name}`,
    );
  return { transactionId: BigInt(row.transaction_id), position: BigInt(row.position) };
};

/**
 * Moves the checkpoint forward, never back; throws when it is there already or further, which means that another relay
 * leads.
 */
export const advanceCheckpoint = async (
  db: Queryable,
  name: string,
  priority: EventPriority,
  to: LogPosition,
): Promise<void> => {
  const { rowCount } = await db.query(
    prepared({ text: ADVANCE, values: [name, PRIORITIES[priority], to.transactionId, to.position] }),
  );
  if (rowCount !== 1) throw new Error(`Another relay moved the checkpoint of ${name}`);
};

/** The newest transaction that has events of a priority. */
export interface Newest {
  /** Null where there are no events. */
  readonly newest: string | null;
  /** How many events were written in newer transactions than the one that was asked for, counted up to a limit. */
  readonly written: number;
}

/** What was written after a transaction, which is null before the first look: nothing is counted then. */
export const newestOf = async (
  db: Queryable,
  priority: EventPriority,
  after: string | null,
  limit: number,
): Promise<Newest> => {
  const { rows } = await db.query<{ newest: string | null; written: number }>(NEWEST, [
    PRIORITIES[priority],
    after,
    limit,
  ]);
  return { newest: rows[0]?.newest ?? null, written: rows[0]?.written ?? 0 };
};

/** What waits behind the checkpoint of a priority, counted up to 10,000, and for how long. */
export const measurePending = async (
  db: Queryable,
  priority: EventPriority,
  after: LogPosition,
): Promise<{ pending: number; oldestPendingMs: number | null }> => {
  const { rows } = await db.query<{ pending: number; oldest_ms: number | null }>(PENDING, [
    PRIORITIES[priority],
    after.transactionId,
    after.position,
  ]);
  return { pending: rows[0]?.pending ?? 0, oldestPendingMs: rows[0]?.oldest_ms ?? null };
};
