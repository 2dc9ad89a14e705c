import type { DomainEvent, RecordedEvent } from './domain-event.js';

/** The state after these events of one stream, oldest first. Pure as long as `evolve` is. */
export const fold = <S, E extends DomainEvent>(
  initial: S,
  evolve: (state: S, event: RecordedEvent<E>) => S,
  events: readonly RecordedEvent<E>[],
): S => events.reduce<S>((state, event) => evolve(state, event), initial);
