import type { Actor } from '@cds/event-sourcing';
import type { EventPriority } from './event-priority.js';

/** What is true of all events of one append. */
export interface AppendContext {
  readonly occurredAt: Date;
  readonly actor: Actor | null;
  readonly requestId: string | null;
  readonly traceparent: string | null;
}

/** Streams that begin together, and the lane that their events are published in. */
export interface BeginContext extends AppendContext {
  readonly lane: EventPriority;
}
