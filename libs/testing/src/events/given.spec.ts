import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import { givenFor } from './given.js';
import { recorded } from './recorded.js';

type CounterEvent = DomainEvent<'Opened', { at: number }> | DomainEvent<'Added', { amount: number }>;
type CounterState = { total: number; lastVersion: number; lastTime: Date | null };

const added = (amount: number): CounterEvent => ({ type: 'Added', data: { amount } });
const opened = (at = 0): CounterEvent => ({ type: 'Opened', data: { at } });

class Refusal extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

const counter = {
  initial: { total: 0, lastVersion: 0, lastTime: null } as CounterState,
  evolve: (state: CounterState, event: RecordedEvent<CounterEvent>): CounterState => ({
    total: state.total + (event.type === 'Added' ? event.data.amount : 0),
    lastVersion: event.metadata.version,
    lastTime: event.metadata.occurredAt,
  }),
};

/** Adds what is missing to reach a total. */
const raiseTo = (target: number, state: CounterState): readonly CounterEvent[] => {
  if (target < 0) throw new TypeError('a bug');
  if (target < state.total) throw new Refusal('total.too_high');
  return target === state.total ? [] : [added(target - state.total)];
};

const given = givenFor({ ...counter, decide: raiseTo });

describe('a decision under test', () => {
  it('is asked with the state after the given events', () => {
    given(opened(), added(2), added(3)).when(9).then(added(4));
  });

  it('starts from the initial state when nothing is given', () => {
    given().when(1).then(added(1));
  });

  it('passes with no events when none are expected', () => {
    given(added(1)).when(1).then();
  });

  it('may answer a single event', () => {
    givenFor({ ...counter, decide: (_: null, state) => added(state.lastVersion) })(opened(), added(1))
      .when(null)
      .then(added(2));
  });

  it('sees the metadata of events that are given as recorded', () => {
    const occurredAt = new Date('2026-03-04T05:06:07Z');
    const decide = (_: null, state: CounterState) => opened(state.lastTime?.getTime());
    givenFor({ ...counter, decide })(recorded(added(1), { occurredAt }))
      .when(null)
      .then(opened(occurredAt.getTime()));
  });

  it('fails on other data, saying where', () => {
    expect(() => given().when(1).then(added(2))).toThrow('Added.data.amount: expected 2, got 1');
  });

  it('fails on other events, naming both', () => {
    expect(() => given().when(1).then(opened(), added(1))).toThrow('Expected Opened, Added, got Added');
    expect(() => given().when(0).then(added(0))).toThrow('Expected Added, got no events');
  });

  it('is refused with a code', () => {
    given(added(5)).when(4).thenThrows('total.too_high');
  });

  it('fails when it is refused with another code, or not at all', () => {
    expect(() => given(added(5)).when(4).thenThrows('total.too_low')).toThrow(
      'Expected a refusal with total.too_low, got one with total.too_high',
    );
    expect(() => given().when(4).thenThrows('total.too_low')).toThrow(
      'Expected a refusal with total.too_low, got Added',
    );
  });

  it('lets a bug through', () => {
    expect(() => given().when(-1).thenThrows('total.too_low')).toThrow(TypeError);
    expect(() => given().when(-1).then()).toThrow(TypeError);
  });
});
