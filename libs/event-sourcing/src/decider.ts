import type { DomainEvent, RecordedEvent } from './domain-event.js';

/** One consistency boundary as pure functions: same inputs, same events, no I/O, no clock, no randomness. */
export interface Decider<S, C, E extends DomainEvent> {
  /** The state of a stream without events. */
  readonly initial: S;
  evolve(state: S, event: RecordedEvent<E>): S;
  /** The facts that follow from the command; none when nothing changes. Refuses by throwing an `AppError`. */
  decide(command: C, state: S): readonly E[];
}

/** The fold of a read model, one row at a time: null in means that there is no row yet, null out deletes it. */
export type Evolve<Row, E extends DomainEvent> = (row: Row | null, event: RecordedEvent<E>) => Row | null;
