import type { DomainEvent } from '@cds/event-sourcing';

/** An event as the log keeps it: everything is plain JSON. */
export interface EncodedEvent {
  readonly data: unknown;
  /** What erasure removes; the rest of the event never changes. */
  readonly personal?: unknown;
  /** Whose `personal` it is. */
  readonly personId?: string;
}

/**
 * Splits what erasure must reach from what stays, and puts both together again.
 * `decode` gets `personal` as undefined when the event had none or it was erased, and must bear either.
 */
export interface EventCodec<E extends DomainEvent> {
  encode(event: E): EncodedEvent;
  decode(type: string, data: unknown, personal: unknown): E;
  /**
   * SQL over a row of `events`: whether its person was erased. Such a row is read as if it had no `personal`, from the
   * moment that this is true and however long it takes until the column is empty.
   */
  readonly isErased?: string;
}

/** Everything in `data`, as it is: for events that hold nothing personal and nothing that JSON cannot carry. */
export const plainCodec = <E extends DomainEvent>(): EventCodec<E> => ({
  encode: ({ data }) => ({ data }),
  decode: (type, data) => ({ type, data }) as E,
});
