import { type LogPosition, LOG_START } from '@cds/event-store';
import type { Queryable } from '@cds/postgres';

/** A part of a service's event log that is sent again for one consumer. */
export interface RepublishRun {
  readonly consumer: string;
  /** The last event that was sent. */
  readonly reached: LogPosition;
  /** The last event of the log as the run began: later ones reach the consumer live. */
  readonly end: LogPosition;
  readonly sent: number;
  readonly total: number;
}

interface RunRow {
  readonly transaction_id: string;
  readonly position: string;
  readonly end_transaction_id: string;
  readonly end_position: string;
  readonly sent: string;
  readonly total: string;
}

const COLUMNS = 'transaction_id, position, end_transaction_id, end_position, sent, total';

/** The run of a consumer that was stopped before its end; undefined when there is none. */
export const unfinishedRun = async (db: Queryable, consumer: string): Promise<RepublishRun | undefined> => {
  const { rows } = await db.query<RunRow>(
    `SELECT ${COLUMNS} FROM republish_runs WHERE consumer = $1 AND finished_at IS NULL`,
    [consumer],
  );
  return rows.map((row) => toRun(consumer, row))[0];
};

/** Begins a run over the events after `from`, in place of the consumer's former run. */
export const beginRun = async (db: Queryable, consumer: string, from: LogPosition): Promise<RepublishRun> => {
  const { rows } = await db.query<RunRow>(BEGIN_RUN, [consumer, from.transactionId, from.position]);
  const run = rows.map((row) => toRun(consumer, row))[0];
  if (run === undefined) throw new Error('The run was not stored');
  return run;
};

/** Stores that everything up to `reached` was sent. */
export const advanceRun = async (db: Queryable, run: RepublishRun, isFinished: boolean): Promise<void> => {
  await db.query(
    `UPDATE republish_runs SET transaction_id = $2, position = $3, sent = $4,
       finished_at = CASE WHEN $5::boolean THEN now() END
     WHERE consumer = $1`,
    [run.consumer, run.reached.transactionId, run.reached.position, run.sent, isFinished],
  );
};

/** The position in the log that the first event at or since `time` follows. */
export const positionBefore = async (db: Queryable, time: Date): Promise<LogPosition> => {
  const { rows } = await db.query<{ transaction_id: string; position: string }>(
    `(SELECT transaction_id, position - 1 AS position FROM events WHERE occurred_at >= $1
      ORDER BY transaction_id, position LIMIT 1)
     UNION ALL
     (SELECT transaction_id, position FROM events ORDER BY transaction_id DESC, position DESC LIMIT 1) LIMIT 1`,
    [time],
  );
  const [row] = rows;
  return row === undefined ? LOG_START : { transactionId: BigInt(row.transaction_id), position: BigInt(row.position) };
};

const BEGIN_RUN = `
WITH last AS (
  SELECT transaction_id, position FROM events ORDER BY transaction_id DESC, position DESC LIMIT 1
), run AS (
  SELECT $1::text AS consumer, $2::bigint AS transaction_id, $3::bigint AS position,
    coalesce((SELECT transaction_id FROM last), 0) AS end_transaction_id,
    coalesce((SELECT position FROM last), 0) AS end_position,
    (SELECT count(*) FROM events WHERE (transaction_id, position) > ($2::bigint, $3::bigint)) AS total
)
INSERT INTO republish_runs (consumer, ${COLUMNS}, started_at, finished_at)
SELECT consumer, transaction_id, position, end_transaction_id, end_position, 0, total, now(), NULL FROM run
ON CONFLICT (consumer) DO UPDATE SET transaction_id = excluded.transaction_id, position = excluded.position,
  end_transaction_id = excluded.end_transaction_id, end_position = excluded.end_position, sent = excluded.sent,
  total = excluded.total, started_at = excluded.started_at, finished_at = NULL
RETURNING ${COLUMNS}`;

const toRun = (consumer: string, row: RunRow): RepublishRun => ({
  consumer,
  reached: { transactionId: BigInt(row.transaction_id), position: BigInt(row.position) },
  end: { transactionId: BigInt(row.end_transaction_id), position: BigInt(row.end_position) },
  sent: Number(row.sent),
  total: Number(row.total),
});
