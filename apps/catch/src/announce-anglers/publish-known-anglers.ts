import { TOPICS } from '@cds/contracts';
import type { PublishedEvent } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import { derivedId } from '@cds/service-kit';
import type { KnownAngler } from './angler-announcements.store.js';

export const ANGLERS_TOPIC = TOPICS.catchAnglers;

type AnglerAdded = PublishedEvent<'AnglerAddedV1'>;

/** The published form of an angler, or the tombstone of an erased one: the same each time that it is published. */
export const publishKnownAngler = ({ id, accountId, createdAt, erasedAt }: KnownAngler): CloudEvent => {
  const time = erasedAt ?? createdAt;
  const data: AnglerAdded['data'] = { id, created_at: createdAt.toISOString(), version: 1 };
  return {
    id: derivedId('event', time, id, erasedAt ? 'erased' : 'added'),
    source: '/catch',
    subject: id,
    time,
    accountId,
    traceparent: null,
    type: 'AnglerAddedV1' satisfies AnglerAdded['type'],
    data: erasedAt ? null : data,
  };
};
