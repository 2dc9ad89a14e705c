import type { PublishedEvent } from '@cds/contracts/events';
import type { RecordedEvent } from '@cds/event-sourcing';
import type { CloudEvent } from '@cds/kafka';
import type { AnglerEvent } from './angler.events.js';

/** The published form of what happened to an angler, with the name that they have at the moment of publishing. */
export const publishAnglerEvent = (event: RecordedEvent<AnglerEvent>, name: string): CloudEvent => {
  const { eventId, streamId, occurredAt, traceparent } = event.metadata;
  const head = {
    id: eventId,
    source: '/catch',
    subject: streamId,
    time: occurredAt,
    accountId: event.data.accountId,
    traceparent,
  };
  return { ...head, ...published(event, name) };
};

const published = ({ type, metadata }: RecordedEvent<AnglerEvent>, name: string): PublishedEvent => {
  const angler = { id: metadata.streamId, name, version: metadata.version };
  switch (type) {
    case 'AnglerRenamed':
      return { type: 'AnglerRenamedV1', data: angler };
    case 'AnglerErased':
      return { type: 'AnglerErasedV1', data: { ...angler, erased_at: metadata.occurredAt.toISOString() } };
  }
};
