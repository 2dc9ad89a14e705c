/**
 * A fact of the domain. `type` equals the TypeScript name, so that one search finds writer, readers and tests. `data`
 * is plain JSON.
 */
export interface DomainEvent<T extends string = string, D = unknown> {
  readonly type: T;
  readonly data: D;
}

/** Who did it: the account, and which of its credentials. */
export interface Actor {
  readonly accountId: string;
  readonly credentialId: string;
}

/** What the log knows about an event beside its data. */
export interface EventMetadata {
  readonly eventId: string;
  readonly streamId: string;
  /** Place in the stream: 1, 2, 3 … without gaps. */
  readonly version: number;
  /** To the millisecond. Folds take the time from here, never from a clock. */
  readonly occurredAt: Date;
  /** Null when the system did it by itself. */
  readonly actor: Actor | null;
  readonly requestId: string | null;
  /** W3C Trace Context of the request that caused it. */
  readonly traceparent: string | null;
}

/** An event as the log holds it. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E & { readonly metadata: EventMetadata };
