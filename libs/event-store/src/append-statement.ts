import { isUniqueViolation } from '@cds/errors';
import type { DomainEvent, EventMetadata, RecordedEvent } from '@cds/event-sourcing';
import type { EventCodec } from './event-codec.js';
import type { StoredMetadata } from './event-row.js';
import type { Statement } from './statement.js';

/**
 * `transaction_id` orders the log for the relay. It is the writing transaction's id, but never below that of the stream's
 * previous event: a transaction may have got its id, by an earlier write, before one that appended first.
 * As it is never below the real id either, nothing can still appear below the oldest transaction in flight.
 *
 * Without a previous event it is null, which the column refuses: so a stream has no gaps, whoever asks for one.
 */
const APPEND = `INSERT INTO events (stream_id, version, event_id, type, data, personal, person_id, transaction_id, metadata, occurred_at)
SELECT $1::text, added.version, added.event_id, added.type, added.data, added.personal, added.person_id,
  CASE WHEN $2::int = 0 THEN pg_current_xact_id()::text::bigint
    ELSE (SELECT greatest(pg_current_xact_id()::text::bigint, previous.transaction_id) FROM events previous
      WHERE previous.stream_id = $1 AND previous.version = $2::int) END,
  $3::jsonb, $4::timestamptz
FROM unnest($5::int[], $6::text[], $7::text[], $8::jsonb[], $9::jsonb[], $10::text[])
  AS added (version, event_id, type, data, personal, person_id)
ORDER BY added.version`;

/** The insert of all events, which share their metadata but for id and version. `events` is not empty. */
export const appendStatement = <E extends DomainEvent>(
  streamId: string,
  expectedVersion: number,
  events: readonly RecordedEvent<E>[],
  codec: EventCodec<E>,
): Statement => {
  const encoded = events.map((event) => codec.encode(event));
  const shared = events[0]?.metadata;
  return {
    text: APPEND,
    values: [
      streamId,
      expectedVersion,
      shared && JSON.stringify(stored(shared)),
      shared?.occurredAt,
      events.map((event) => event.metadata.version),
      events.map((event) => event.metadata.eventId),
      events.map((event) => event.type),
      encoded.map(({ data }) => JSON.stringify(data)),
      encoded.map(({ personal }) => (personal === undefined ? null : JSON.stringify(personal))),
      encoded.map(({ personId }) => personId ?? null),
    ],
  };
};

const stored = ({ actor, requestId, traceparent }: EventMetadata): StoredMetadata => ({
  actor: actor && { account_id: actor.accountId, credential_id: actor.credentialId },
  request_id: requestId,
  traceparent,
});

/** Another append has this version already, or the version before it is missing. */
export const isAppendConflict = (error: unknown): boolean => isUniqueViolation(error, 'events_pkey') || isMissingPrevious(error);

const isMissingPrevious = (error: unknown): boolean => {
  const { code, table, column } = error as { code?: unknown; table?: unknown; column?: unknown };
  return code === '23502' && table === 'events' && column === 'transaction_id';
};
