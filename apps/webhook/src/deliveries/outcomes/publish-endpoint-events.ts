import { TOPICS } from '@cds/contracts';
import type { PublishedEvent } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import type { EndpointEvent } from './endpoint-events.js';

export const WEBHOOK_TOPIC = TOPICS.webhookEvents;

/** The published form of what happened to an endpoint: the same each time. */
export const publishEndpointEvent = (id: string, event: Omit<EndpointEvent, 'publishedAt'>): CloudEvent => ({
  id,
  source: '/webhook',
  subject: event.endpointId,
  time: event.occurredAt,
  accountId: event.accountId,
  traceparent: null,
  ...published(event),
});

const published = ({
  endpointId,
  version,
  endpoint,
  occurredAt,
}: Omit<EndpointEvent, 'publishedAt'>): PublishedEvent<'WebhookEndpointDisabledV1'> => ({
  type: 'WebhookEndpointDisabledV1',
  data: {
    id: endpointId,
    url: endpoint.url,
    event_types: endpoint.event_types,
    description: endpoint.description,
    status: 'disabled',
    disabled_at: occurredAt.toISOString(),
    disabled_reason: endpoint.disabled_reason,
    created_at: new Date(endpoint.created_at).toISOString(),
    updated_at: occurredAt.toISOString(),
    version,
    previous: { status: 'enabled' },
  },
});
