import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import type { EventCodec } from './event-codec.js';
import { type EventPriority, LANES } from './event-priority.js';
import { eventColumns, type EventRow, toRecordedEvent } from './event-row.js';
import { type Queryable, prepared } from '@cds/postgres';

/** A place in the log's order: first by transaction, then by position. */
export interface LogPosition {
  readonly transactionId: bigint;
  readonly position: bigint;
}

export const LOG_START: LogPosition = { transactionId: 0n, position: 0n };

export interface StoredEvent<E extends DomainEvent> extends LogPosition {
  readonly event: RecordedEvent<E>;
}

export interface LogBatch<E extends DomainEvent> {
  readonly events: readonly StoredEvent<E>[];
  /** Events are committed that cannot be read yet, because an older transaction is still in flight. */
  readonly hidden: boolean;
}

interface BatchRow extends EventRow {
  readonly hidden: boolean;
  /** Null on the one row that an empty batch has. */
  readonly position: string | null;
  readonly transaction_id: string;
}

/**
 * Sequence order is not commit order: an event with a lower position may be committed after one with a higher position
 * was read. Below the oldest transaction in flight, of any database of the server, nothing can appear any more.
 */
const readText = (
  columns: string,
  lanes: readonly number[],
): string => `SELECT ${lanes.map(hiddenIn).join(' OR ')} AS hidden, batch.*
FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xmin) AS horizon
LEFT JOIN LATERAL (
  SELECT * FROM (${lanes.map((lane) => `(${nextOf(lane, columns)})`).join(' UNION ALL ')}) AS next
  ORDER BY transaction_id, position LIMIT $3::int
) AS batch ON true
ORDER BY batch.transaction_id, batch.position`;

const hiddenIn = (lane: number): string =>
  `EXISTS (SELECT FROM events WHERE lane = ${lane} AND transaction_id >= horizon.xmin)`;

/** One lane by one index scan: the index has the order within each. */
const nextOf = (lane: number, columns: string): string => `SELECT position, transaction_id, ${columns} FROM events
  WHERE lane = ${lane} AND (transaction_id, position) > ($1::bigint, $2::bigint) AND transaction_id < horizon.xmin
  ORDER BY transaction_id, position LIMIT $3::int`;

/**
 * The next events after a place, at most `limit`, of one lane or else of all. Whoever goes on from the last one each
 * time misses none, whatever the order of commits, and gets each stream in the order of its versions: the order of all
 * is one over the lanes. One statement, which must be a transaction of its own.
 */
export const readLog = async <E extends DomainEvent>(
  db: Queryable,
  codec: EventCodec<E>,
  after: LogPosition,
  limit: number,
  lane?: EventPriority,
): Promise<LogBatch<E>> => {
  const lanes = lane === undefined ? Object.values(LANES) : [LANES[lane]];
  const { rows } = await db.query<BatchRow>(
    prepared({ text: readText(eventColumns(codec), lanes), values: [after.transactionId, after.position, limit] }),
  );
  const events = rows.flatMap((row) => (row.position === null ? [] : [toStoredEvent(row, row.position, codec)]));
  return { events, hidden: rows[0]?.hidden ?? false };
};

const toStoredEvent = <E extends DomainEvent>(
  row: BatchRow,
  position: string,
  codec: EventCodec<E>,
): StoredEvent<E> => ({
  position: BigInt(position),
  transactionId: BigInt(row.transaction_id),
  event: toRecordedEvent(row, codec),
});
