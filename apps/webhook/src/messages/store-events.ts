import { LOG_ORDER } from '@cds/event-store';
import type { Queryable } from '@cds/postgres';
import { anglersIn } from '../erasure/without-anglers.js';
import { audienceOf } from '../endpoints/event-types.js';
import { KEPT_MS } from '../partitions/kept-days.js';
import { payloadOf } from './payload.js';
import type { WebhookEvent } from './webhook-event.js';

/** An event as it is sent and as the feed shows it. */
export interface StoredEvent extends WebhookEvent {
  readonly payload: string;
  /** Those of whom the payload says something. */
  readonly anglerIds: readonly string[];
}

/**
 * Stores events that an account could see, and returns those that were not stored yet, in their order. An event that is
 * older than the time for which events are kept is passed over: whether it was sent is not known any more.
 */
export const storeEvents = async (
  tx: Queryable,
  events: readonly WebhookEvent[],
  now: Date,
): Promise<readonly StoredEvent[]> => {
  const oldest = now.getTime() - KEPT_MS;
  // An event may be twice in one batch, as topics are delivered to at least once.
  const distinct = new Map(events.filter((event) => canBeSeen(event) && event.time.getTime() >= oldest).map(byId));
  const stored = [...distinct.values()].map(asStored);
  if (stored.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>({ name: 'store-events', text: STORE, values: valuesOf(stored, now) });
  const added = new Set(rows.map(({ id }) => id));
  return stored.filter(({ id }) => added.has(id));
};

const canBeSeen = ({ type, accountId }: WebhookEvent): boolean => audienceOf(type) === 'everyone' || accountId !== null;

const byId = (event: WebhookEvent): [string, WebhookEvent] => [event.id, event];

const asStored = (event: WebhookEvent): StoredEvent => ({
  ...event,
  payload: payloadOf({ eventId: event.id, type: event.type, time: event.time, data: event.data }),
  anglerIds: anglersIn(event.data),
});

const valuesOf = (events: readonly StoredEvent[], now: Date): unknown[] => [
  events.map(({ id }) => id),
  events.map(({ time }) => time),
  events.map(({ type }) => type),
  events.map(({ subject }) => subject),
  events.map(({ type, accountId }) => (audienceOf(type) === 'everyone' ? null : accountId)),
  events.map(({ payload }) => payload),
  events.map(({ traceparent }) => traceparent),
  events.map(({ anglerIds }) => JSON.stringify(anglerIds)),
  now,
];

const STORE = `
INSERT INTO webhook_events (id, transaction_id, occurred_at, stored_at, type, subject, account_id, payload, traceparent,
  angler_ids)
SELECT event.id, log.transaction_id, event.occurred_at, $9, event.type, event.subject, event.account_id, event.payload,
  event.traceparent, ARRAY(SELECT jsonb_array_elements_text(event.angler_ids::jsonb))
FROM (SELECT ${LOG_ORDER} AS transaction_id) AS log,
  unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
  WITH ORDINALITY AS event (id, occurred_at, type, subject, account_id, payload, traceparent, angler_ids, number)
ORDER BY event.number
ON CONFLICT (id) DO NOTHING
RETURNING id`;
