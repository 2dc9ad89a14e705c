import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import { difference } from './difference.js';
import { fold } from '@cds/event-sourcing';
import { recorded } from './recorded.js';

/** A decision and the fold that gives it its state. A decision may return one event or a list. */
export interface Decision<S, C, E extends DomainEvent> {
  readonly initial: S;
  evolve(state: S, event: RecordedEvent<E>): S;
  decide(command: C, state: S): E | readonly E[];
}

export interface Outcome<E extends DomainEvent> {
  /** Passes when exactly these events come out, in this order; metadata is not compared. */
  then(...events: readonly E[]): void;
  /** Passes when the decision is refused with an error that has this `code`; any other error is thrown on. */
  thenThrows(code: string): void;
}

export interface Situation<C, E extends DomainEvent> {
  when(command: C): Outcome<E>;
}

/**
 * Test support for decisions, with nothing but the decision at work:
 *
 *     const given = givenFor({ initial, evolve, decide: deleteCatch });
 *     given(catchLogged()).when({ accountId }).then(catchDeleted());
 *
 * Plain events get the versions 1, 2, 3 …; pass `recorded(event, { occurredAt })` where metadata matters.
 */
export const givenFor =
  <S, C, E extends DomainEvent>(decision: Decision<S, C, E>) =>
  (...events: readonly (E | RecordedEvent<E>)[]): Situation<C, E> => ({
    when: (command) => {
      const decide = (): readonly E[] => listOf(decision.decide(command, stateAfter(decision, events)));
      return {
        then: (...expected) => expectEvents(expected, decide()),
        thenThrows: (code) => expectRefusal(code, decide),
      };
    },
  });

const stateAfter = <S, C, E extends DomainEvent>(
  decision: Decision<S, C, E>,
  events: readonly (E | RecordedEvent<E>)[],
): S =>
  fold(
    decision.initial,
    (state, event) => decision.evolve(state, event),
    events.map((event, index) => ('metadata' in event ? event : recorded<E>(event, { version: index + 1 }))),
  );

const listOf = <E extends DomainEvent>(decided: E | readonly E[]): readonly E[] =>
  'type' in decided ? [decided] : decided;

const expectEvents = (expected: readonly DomainEvent[], actual: readonly DomainEvent[]): void => {
  const typesDiffer = difference(expected.map(typeOf), actual.map(typeOf), 'types');
  if (typesDiffer !== null) throw new Error(`Expected ${namesOf(expected)}, got ${namesOf(actual)}`);
  for (const [index, event] of expected.entries()) {
    const found = difference(event.data, actual[index]?.data, `${event.type}.data`);
    if (found !== null) throw new Error(found);
  }
};

const expectRefusal = (code: string, decide: () => readonly DomainEvent[]): void => {
  let events: readonly DomainEvent[];
  try {
    events = decide();
  } catch (error) {
    const thrown = codeOf(error);
    if (thrown === undefined) throw error;
    if (thrown !== code)
      throw new Error(`Expected a refusal with ${code}, got one with ${String(thrown)}`, { cause: error });
    return;
  }
  throw new Error(`Expected a refusal with ${code}, got ${namesOf(events)}`);
};

const typeOf = (event: DomainEvent): string => event.type;
const namesOf = (events: readonly DomainEvent[]): string =>
  events.length === 0 ? 'no events' : events.map(typeOf).join(', ');
const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
