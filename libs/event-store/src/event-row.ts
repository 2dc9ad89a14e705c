import { messageOf } from '@cds/errors';
import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import type { EventCodec } from './event-codec.js';

/** `metadata` as the events table holds it. */
export interface StoredMetadata {
  readonly actor: { readonly account_id: string; readonly credential_id: string } | null;
  readonly request_id: string | null;
  readonly traceparent: string | null;
}

/** A row of the events table, as far as an event needs it. */
export interface EventRow {
  readonly stream_id: string;
  readonly version: number;
  readonly event_id: string;
  readonly type: string;
  readonly data: unknown;
  readonly personal: unknown;
  readonly metadata: StoredMetadata;
  readonly occurred_at: Date;
}

/** What is selected of the events table: without what is personal of those who were erased. */
export const eventColumns = ({ isErased }: { readonly isErased?: string }): string => {
  const personal =
    isErased === undefined
      ? 'personal'
      : `CASE WHEN personal IS NOT NULL AND NOT ${isErased} THEN personal END AS personal`;
  return `stream_id, version, event_id, type, data, ${personal}, metadata, occurred_at`;
};

/** Throws an error that names the event, its type and what of it cannot be read. */
export const toRecordedEvent = <E extends DomainEvent>(row: EventRow, codec: EventCodec<E>): RecordedEvent<E> => ({
  ...decoded(row, codec),
  metadata: {
    eventId: row.event_id,
    streamId: row.stream_id,
    version: row.version,
    occurredAt: row.occurred_at,
    actor: row.metadata.actor && {
      accountId: row.metadata.actor.account_id,
      credentialId: row.metadata.actor.credential_id,
    },
    requestId: row.metadata.request_id,
    traceparent: row.metadata.traceparent,
  },
});

const decoded = <E extends DomainEvent>(row: EventRow, codec: EventCodec<E>): E => {
  try {
    return codec.decode(row.type, row.data, row.personal ?? undefined);
  } catch (error) {
    throw new Error(
      `The event ${row.event_id} (${row.type}, version ${row.version} of ${row.stream_id}) cannot be read: ` +
        messageOf(error),
      { cause: error },
    );
  }
};
