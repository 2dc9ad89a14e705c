import type { DomainEvent } from '@cds/event-sourcing';
import type pg from 'pg';
import type { BeginContext } from './append-context.js';
import { storedMetadata } from './append-write.js';
import { copyLine, copyRows } from '@cds/postgres';
import type { EventCodec } from './event-codec.js';
import { LOG_ORDER } from './log-order.sql.js';
import { PRIORITIES } from './event-priority.js';

/** The first event of a stream as COPY takes it, without the columns that it shares with others. */
export type FirstEvent = string & { readonly firstEvent: unique symbol };

const OWN = ['stream_id', 'event_id', 'type', 'data', 'personal', 'person_id'] as const;
const SHARED = ['version', 'transaction_id', 'lane', 'metadata', 'occurred_at'] as const;

export const firstEvent = <E extends DomainEvent>(
  streamId: string,
  eventId: string,
  event: E,
  codec: EventCodec<E>,
): FirstEvent => {
  const { data, personal, personId = null } = codec.encode(event);
  return copyLine([
    streamId,
    eventId,
    event.type,
    JSON.stringify(data),
    personal === undefined ? null : JSON.stringify(personal),
    personId,
  ]) as FirstEvent;
};

/**
 * A stream that begins has no previous event, so `transaction_id` is `LOG_ORDER`, in a statement of its own once the
 * log is locked as the COPY will lock it.
 */
export const copyFirstEvents = async (
  tx: pg.PoolClient,
  events: readonly FirstEvent[],
  context: BeginContext,
): Promise<void> => {
  await tx.query('LOCK TABLE events IN ROW EXCLUSIVE MODE');
  const { rows } = await tx.query<{ id: string }>(`SELECT ${LOG_ORDER}::text AS id`);
  const transactionId = rows[0]?.id ?? null;
  const shared = [
    1,
    transactionId,
    PRIORITIES[context.priority],
    JSON.stringify(storedMetadata(context)),
    context.occurredAt,
  ];
  await copyRows(tx, 'events', [...OWN, ...SHARED], events, shared);
};
