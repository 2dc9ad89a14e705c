import { textArray, timestamptzArray } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { anglersIn } from '../erasure/without-anglers.js';
import { audienceOf, PING } from '../endpoints/event-types.js';
import { KEPT_MS } from '../partitions/kept-days.js';
import { messageValues, type NewMessage } from './new-message.js';
import { payloadOf } from './payload.js';
import type { WebhookEvent } from './webhook-event.js';
import { STORE_EVENTS } from './write-messages.sql.js';

/** An event as it is sent and as the feed shows it. */
export interface StoredEvent extends WebhookEvent {
  readonly payload: string;
  /** Those of whom the payload says something. */
  readonly anglerIds: readonly string[];
}

/**
 * What is to be stored of some events: those that an account could see. An event that is older than the time for which
 * events are kept is none of them: whether it was sent is not known any more.
 */
export const eventsToStore = (events: readonly WebhookEvent[], now: Date): StoredEvent[] => {
  const oldest = now.getTime() - KEPT_MS;
  const kept = events.filter((event) => canBeSeen(event) && event.time.getTime() >= oldest);
  // An event may be twice in one batch, as topics are delivered to at least once.
  const distinct = new Map(kept.map((event) => [event.id, event]));
  return [...distinct.values()].map(asStored);
};

const canBeSeen = ({ type, accountId }: WebhookEvent): boolean => audienceOf(type) === 'everyone' || accountId !== null;

const asStored = (event: WebhookEvent): StoredEvent => ({
  ...event,
  payload: payloadOf({ eventId: event.id, type: event.type, time: event.time, data: event.data }),
  anglerIds: event.type === PING ? [] : anglersIn(event.data),
});

/** What one statement wrote: the ids of the events that were not stored before, and of their messages. */
export interface StoredIds {
  readonly events: ReadonlySet<string>;
  readonly messages: ReadonlySet<string>;
}

/** Stores events and their messages. One that is stored already stays as it is, and gets no message. */
export const storeEvents = async (
  tx: Queryable,
  events: readonly StoredEvent[],
  messages: readonly NewMessage[],
  now: Date,
): Promise<StoredIds> => {
  const values = [...messageValues(events, messages, now), ...valuesOf(events)];
  const { rows } = await tx.query<{ id: string; isEvent: boolean }>({
    name: 'store-events',
    text: STORE_EVENTS,
    values,
  });
  const idsOf = (kind: boolean): Set<string> =>
    new Set(rows.flatMap(({ id, isEvent }) => (isEvent === kind ? id : [])));
  return { events: idsOf(true), messages: idsOf(false) };
};

const valuesOf = (events: readonly StoredEvent[]): Buffer[] => [
  textArray(events.map(({ id }) => id)),
  timestamptzArray(events.map(({ time }) => time.getTime())),
  textArray(events.map(({ type }) => type)),
  textArray(events.map(({ subject }) => subject)),
  textArray(events.map(({ type, accountId }) => (audienceOf(type) === 'everyone' ? null : accountId))),
  textArray(events.map(({ payload }) => payload)),
  textArray(events.map(({ traceparent }) => traceparent)),
  textArray(events.map(({ anglerIds }) => JSON.stringify(anglerIds))),
];
