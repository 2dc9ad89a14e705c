import type { ReceivedEvent } from '@cds/kafka';
import type { EventsHandler } from '../slice-transaction.js';

/** Puts something around a service's handlers, inside the transaction. */
export type EventsPolicy = (next: EventsHandler) => EventsHandler;

/**
 * Gives handlers the trace that their work belongs to, for the events that they append: that of the batch's events, or
 * of the last one that has a trace when they have several causes.
 */
export const correlation = (): EventsPolicy => (next) => (topic, events, context) =>
  next(topic, events, { ...context, traceparent: traceOf(events) });

const traceOf = (events: readonly ReceivedEvent[]): string | null =>
  events.findLast(({ traceparent }) => traceparent !== null)?.traceparent ?? null;
