import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import type { EventCodec } from './event-codec.js';
import { type EventPriority, PRIORITIES } from './event-priority.js';
import { eventColumns, type EventRow, toRecordedEvent } from './event-row.js';
import { moveHorizon, readHorizon } from './log-horizon.js';
import { prepared } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';

/** A position in the log's order: first by transaction, then by position. */
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
  /** A limit ended the batch, so that there may be more to read. */
  readonly limited: boolean;
}

interface BatchRow extends EventRow {
  readonly hidden: boolean;
  /** Bytes of this event and of those before it in the batch. */
  readonly bytes: string | null;
  /** Null on the one row that an empty batch has. */
  readonly position: string | null;
  readonly transaction_id: string;
}

const COLUMNS = [
  'position',
  'transaction_id',
  'stream_id',
  'version',
  'event_id',
  'type',
  'data',
  'personal',
  'metadata',
  'occurred_at',
] as const;

const columnsOf = (row: string): string => COLUMNS.map((column) => `${row}.${column}`).join(', ');

/**
 * $1 transaction and $2 position after which events are read, $3 the most of them, $4 the horizon, $5 the bytes after
 * which no further event is taken.
 */
const readText = (
  columns: string,
  priorities: readonly number[],
): string => `SELECT ${priorities.map(hiddenIn).join(' OR ')} AS hidden, batch.bytes, ${columnsOf('batch')}
FROM (SELECT $4::bigint AS id) AS horizon
LEFT JOIN LATERAL (
  SELECT sized.bytes, ${columnsOf('sized')} FROM (
    SELECT ${columnsOf('next')}, ${SIZE} AS size,
      sum(${SIZE}) OVER (ORDER BY next.transaction_id, next.position) AS bytes
    FROM (
      SELECT ${columnsOf('events')}
      FROM (${priorities.map((one) => `(${nextOf(one, columns)})`).join(' UNION ALL ')}) AS events
      ORDER BY events.transaction_id, events.position LIMIT $3::int
    ) AS next
  ) AS sized WHERE sized.bytes - sized.size < $5::bigint
) AS batch ON true
ORDER BY batch.transaction_id, batch.position`;

const SIZE = 'octet_length(next.data::text) + coalesce(octet_length(next.personal::text), 0)';

const hiddenIn = (priority: number): string =>
  `EXISTS (SELECT FROM events WHERE lane = ${priority} AND transaction_id >= horizon.id)`;

/** One priority by one index scan: the index has the order within each. */
const nextOf = (priority: number, columns: string): string => `SELECT position, transaction_id, ${columns} FROM events
  WHERE lane = ${priority} AND (transaction_id, position) > ($1::bigint, $2::bigint) AND transaction_id < horizon.id
  ORDER BY transaction_id, position LIMIT $3::int`;

const SPAN = `SELECT position, transaction_id, stream_id, type
FROM (SELECT $4::bigint AS id) AS horizon CROSS JOIN LATERAL (
  ${Object.values(PRIORITIES)
    .map((priority) => `(${nextOf(priority, 'stream_id, type')})`)
    .join(' UNION ALL ')}
) AS events
ORDER BY transaction_id, position LIMIT $3::int`;

/** How much one read of the log answers. */
export interface BatchLimits {
  readonly events: number;
  /** Bytes of JSON; the first event is read whatever it has. Default: any number. */
  readonly bytes?: number;
}

/**
 * The next events after a position, of one priority or of all. Whoever goes on from the last one each time misses none,
 * whatever the order of commits, and gets each stream in the order of its versions: the order of all is one over the
 * priorities. `db` must be a pool or a connection without a transaction: the horizon comes from a statement that ends
 * before the events are read.
 */
export const readLog = async <E extends DomainEvent>(
  db: Queryable,
  codec: EventCodec<E>,
  after: LogPosition,
  { events: limit, bytes = Number.MAX_SAFE_INTEGER }: BatchLimits,
  priority?: EventPriority,
): Promise<LogBatch<E>> => {
  const priorities = priority === undefined ? Object.values(PRIORITIES) : [PRIORITIES[priority]];
  const { horizon, isHeldBack } = await readHorizon(db);
  const { rows } = await db.query<BatchRow>(
    prepared({
      text: readText(eventColumns(codec), priorities),
      values: [after.transactionId, after.position, limit, horizon, bytes],
    }),
  );
  const events = rows.flatMap((row) => (row.position === null ? [] : [toStoredEvent(row, row.position, codec)]));
  const hidden = rows[0]?.hidden ?? false;
  if (hidden && !isHeldBack) await moveHorizon(db);
  const limited = events.length >= limit || Number(rows.at(-1)?.bytes ?? 0) >= bytes;
  return { events, hidden, limited };
};

/** Events of the log by the streams they belong to. */
export interface LogSpan {
  /** In the order of the log; a stream stands once for each of its events. */
  readonly entries: readonly { readonly streamId: string; readonly type: string }[];
  /** The position of the last event; undefined where there is none. */
  readonly last: LogPosition | undefined;
}

/**
 * Which streams have events after a position, and of which types, without what the events say: for read models that are
 * made of whole streams. Otherwise as `readLog` without a priority.
 */
export const readLogSpan = async (db: Queryable, after: LogPosition, limit: number): Promise<LogSpan> => {
  const { horizon } = await readHorizon(db);
  const { rows } = await db.query<{ position: string; transaction_id: string; stream_id: string; type: string }>(
    prepared({ text: SPAN, values: [after.transactionId, after.position, limit, horizon] }),
  );
  const last = rows.at(-1);
  return {
    entries: rows.map((row) => ({ streamId: row.stream_id, type: row.type })),
    last: last && { transactionId: BigInt(last.transaction_id), position: BigInt(last.position) },
  };
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
