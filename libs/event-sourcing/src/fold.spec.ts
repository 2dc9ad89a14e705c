import type { DomainEvent, RecordedEvent } from './domain-event.js';
import { fold } from './fold.js';

type Added = DomainEvent<'Added', { amount: number }>;

const added = (amount: number, version: number): RecordedEvent<Added> => ({
  type: 'Added',
  data: { amount },
  metadata: {
    eventId: `event-${version}`,
    streamId: 'stream-1',
    version,
    occurredAt: new Date('2026-01-01T00:00:00.000Z'),
    actor: null,
    requestId: null,
    traceparent: null,
  },
});

describe('fold', () => {
  it('is the initial state without events', () => {
    expect(fold<string, Added>('start', () => 'changed', [])).toBe('start');
  });

  it('goes through the events in their order', () => {
    const seen = fold<readonly number[], Added>(
      [],
      (state, { data, metadata }) => [...state, metadata.version * 10 + data.amount],
      [added(1, 1), added(2, 2)],
    );
    expect(seen).toEqual([11, 22]);
  });
});

describe('a recorded event', () => {
  it('has metadata, some of it as told', () => {
    expect(added(1, 7)).toEqual({
      type: 'Added',
      data: { amount: 1 },
      metadata: {
        eventId: 'event-7',
        streamId: 'stream-1',
        version: 7,
        occurredAt: new Date('2026-01-01T00:00:00Z'),
        actor: null,
        requestId: null,
        traceparent: null,
      },
    });
  });
});
