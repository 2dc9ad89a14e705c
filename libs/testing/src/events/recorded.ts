import type { DomainEvent, EventMetadata, RecordedEvent } from '@cds/event-sourcing';

/** The event as the log would hold it: by default version 1 of its stream, at the start of 2026, without an actor. */
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
