import type { Actor } from '@cds/event-sourcing';
import type { EventPriority } from './event-priority.js';

/** What is true of all events of one append. */
export interface AppendContext {
  readonly occurredAt: Date;
  readonly actor: Actor | null;
  readonly requestId: string | null;
  /** W3C Trace Context of what caused the events. */
  readonly traceparent: string | null;
  /** The same for each event, where events of one append have causes of their own; null falls back to `traceparent`. */
  readonly traceparents?: readonly (string | null)[];
  /** The times of the events, where they differ; undefined falls back to `occurredAt`. */
  readonly times?: readonly Date[];
}

/** The events of one stream, and the version that it must be at. */
export interface StreamAppend<E> {
  readonly streamId: string;
  readonly expectedVersion: number;
  readonly events: readonly E[];
  readonly context: AppendContext;
}

/** Streams that begin together, and the priority of their events. */
export interface BeginContext extends AppendContext {
  readonly priority: EventPriority;
}
