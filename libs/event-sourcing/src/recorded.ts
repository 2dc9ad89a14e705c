import type { DomainEvent, EventMetadata, RecordedEvent } from './domain-event.js';

/**
 * For tests: the event as if the log held it; version 1, the start of 2026 and nobody's doing by default.
 */
export const recorded = <E extends DomainEvent>(event: E, metadata: Partial<EventMetadata> = {}): RecordedEvent<E> => {
  const version = metadata.version ?? 1;
  return {
    ...event,
    metadata: {
      eventId: `event-${version}`,
      streamId: 'stream-1',
      version,
      occurredAt: new Date('2026-01-01T00:00:00.000Z'),
      actor: null,
      requestId: null,
      traceparent: null,
      ...metadata,
    },
  };
};
