import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import type { AppendContext } from './append-context.js';
import {
  type BulkWrite,
  int4Array,
  jsonArray,
  type Statement,
  textArray,
  timestamptzArray,
  violates,
} from '@cds/postgres';
import type { EventCodec } from './event-codec.js';
import { PRIORITIES } from './event-priority.js';
import type { StoredMetadata } from './event-row.js';
import { LOG_ORDER } from './log-order.sql.js';

/** No transaction has this id. */
const NO_PREVIOUS_EVENT = 0;

/** The check constraint of `events` that every `transaction_id` is one of a transaction. */
const FOLLOWS_PREVIOUS = 'events_follow_previous';

/** Before any bulk event was published all of them wait; with several relays, until the last of them had it. */
const WAITS_IN_BULK = `previous.lane = ${PRIORITIES.bulk} AND
  (SELECT bool_and((reached.transaction_id, reached.position) >= (previous.transaction_id, previous.position))
   FROM relay_checkpoints reached WHERE reached.lane = ${PRIORITIES.bulk}) IS NOT TRUE`;

/** A row of `events` that is to be written. `expected` is the version that its stream is at. */
interface AddedRow {
  readonly stream_id: string;
  readonly expected: number;
  readonly version: number;
  readonly event_id: string;
  readonly type: string;
  readonly data: unknown;
  readonly personal: unknown;
  readonly person_id: string | undefined;
  readonly metadata: StoredMetadata;
  readonly occurred_at: Date;
}

/**
 * `transaction_id` orders the log for the relay. It is `LOG_ORDER`, but never below that of the stream's previous
 * event: a transaction may have got its id, by an earlier write, before one that appended first.
 *
 * An event is a bulk event while the stream's previous one is and waits, so that it never overtakes it. A checkpoint
 * moves after sending alone: seen behind the previous event it only costs time, seen beyond it that
 * one was sent.
 *
 * Without a previous event `transaction_id` is `NO_PREVIOUS_EVENT`, which the constraint `FOLLOWS_PREVIOUS` refuses. So
 * a stream never has a gap, whatever version the caller expects.
 *
 * The lateral join looks the previous event up row by row, whatever the planner believes about the size of the table.
 */
const insertSql = (
  added: string,
): string => `INSERT INTO events (stream_id, version, event_id, type, data, personal, person_id, transaction_id, lane,
  metadata, occurred_at)
SELECT added.stream_id, added.version, added.event_id, added.type, added.data, added.personal, added.person_id,
  CASE WHEN added.expected = 0 THEN ${LOG_ORDER}
    ELSE coalesce(follows.transaction_id, ${NO_PREVIOUS_EVENT}) END,
  CASE WHEN follows.waits_in_bulk THEN ${PRIORITIES.bulk} ELSE ${PRIORITIES.live} END,
  added.metadata, added.occurred_at
FROM ${added}
LEFT JOIN LATERAL (
  SELECT greatest(${LOG_ORDER}, previous.transaction_id) AS transaction_id,
  ${WAITS_IN_BULK} AS waits_in_bulk
  FROM events previous WHERE added.expected > 0 AND previous.stream_id = added.stream_id
  AND previous.version = added.expected LIMIT 1
) AS follows ON true
ORDER BY added.stream_id, added.version`;

const APPEND = insertSql(`json_to_recordset($1::json) AS added (stream_id text, expected int, version int,
  event_id text, type text, data json, personal json, person_id text, metadata json, occurred_at timestamptz)`);

const APPEND_ARRAYS = insertSql(`unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::text[], $6::json[],
  $7::json[], $8::text[], $9::json[], $10::timestamptz[]) AS added (stream_id, expected, version, event_id, type, data,
  personal, person_id, metadata, occurred_at)`);

/** The insert of events that follow each other in one stream. Those of a new stream are live. */
export const appendWrite = <E extends DomainEvent>(
  expectedVersion: number,
  events: readonly RecordedEvent<E>[],
  codec: EventCodec<E>,
): BulkWrite => ({ text: APPEND, rows: addedRows(expectedVersion, events, codec) });

/**
 * The same for many streams, where nothing else is written by the statement: PostgreSQL parses the data of each event
 * once, and not first within a list of all rows.
 */
export const appendStatement = (rows: readonly AddedRow[]): Statement => ({
  text: APPEND_ARRAYS,
  values: [
    textArray(rows.map((row) => row.stream_id)),
    int4Array(rows.map((row) => row.expected)),
    int4Array(rows.map((row) => row.version)),
    textArray(rows.map((row) => row.event_id)),
    textArray(rows.map((row) => row.type)),
    jsonArray(rows.map((row) => jsonOf(row.data))),
    jsonArray(rows.map((row) => jsonOf(row.personal))),
    textArray(rows.map((row) => row.person_id)),
    jsonArray(rows.map((row) => jsonOf(row.metadata))),
    timestamptzArray(rows.map((row) => row.occurred_at.getTime())),
  ],
});

/** Null where there is no value, as in a row of `json_to_recordset`. */
const jsonOf = (value: unknown): string | null => (value === null ? null : (JSON.stringify(value) ?? null));

export const addedRows = <E extends DomainEvent>(
  expectedVersion: number,
  events: readonly RecordedEvent<E>[],
  codec: EventCodec<E>,
): AddedRow[] =>
  events.map((event) => {
    const { streamId, version, eventId, occurredAt } = event.metadata;
    const { data, personal, personId } = codec.encode(event);
    return {
      stream_id: streamId,
      expected: expectedVersion,
      version,
      event_id: eventId,
      type: event.type,
      data,
      personal,
      person_id: personId,
      metadata: storedMetadata(event.metadata),
      occurred_at: occurredAt,
    };
  });

/** `metadata` as the events table holds it. */
export const storedMetadata = ({
  actor,
  requestId,
  traceparent,
}: Pick<AppendContext, 'actor' | 'requestId' | 'traceparent'>): StoredMetadata => ({
  actor: actor && { account_id: actor.accountId, credential_id: actor.credentialId },
  request_id: requestId,
  traceparent,
});

/** Another append has this version already, or the version before it is missing. */
export const isAppendConflict = (error: unknown): boolean =>
  violates(error, 'events_pkey') || violates(error, FOLLOWS_PREVIOUS);
