import { TOPICS } from '@cds/contracts';
import type { PublishedEvent } from '@cds/contracts/events';
import type { RecordedEvent } from '@cds/event-sourcing';
import type { CloudEvent } from '@cds/kafka';
import type { AccountEvent } from './account.events.js';

export const IDENTITY_TOPIC = TOPICS.identityEvents;

/** The published form of a private event. */
export const publishAccountEvent = (event: RecordedEvent<AccountEvent>): CloudEvent => {
  const { eventId, streamId, occurredAt, traceparent } = event.metadata;
  return {
    id: eventId,
    source: '/gateway',
    subject: streamId,
    time: occurredAt,
    accountId: streamId,
    traceparent,
    ...published(event),
  };
};

const published = ({ type, metadata }: RecordedEvent<AccountEvent>): PublishedEvent<'AccountDeletedV1'> => {
  switch (type) {
    case 'AccountDeleted':
      return {
        type: 'AccountDeletedV1',
        data: { id: metadata.streamId, deleted_at: metadata.occurredAt.toISOString(), version: metadata.version },
      };
  }
};
