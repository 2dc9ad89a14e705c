import { TOPICS } from '@cds/contracts';
import type { PublishedEvent } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import { derivedId } from '@cds/service-kit';
import type { AnglerWatch } from './angler-watches.js';

export const WATCHES_TOPIC = TOPICS.webhookEvents;

/** The published form of whom an endpoint watches: the same each time that it is published. */
export const publishWatchedAnglers = (endpointId: string, watch: AnglerWatch): CloudEvent => {
  const { accountId, anglerIds, version, changedAt } = watch;
  const event: PublishedEvent<'WebhookAnglersWatchedV1'> = {
    type: 'WebhookAnglersWatchedV1',
    data: { id: endpointId, angler_ids: [...anglerIds], version },
  };
  return {
    id: derivedId('event', changedAt, endpointId, String(version)),
    source: '/webhook',
    subject: endpointId,
    time: changedAt,
    accountId,
    traceparent: null,
    ...event,
  };
};
