import { TOPICS } from '@cds/contracts';
import type { PublishedEvent } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import type { AuditEvent } from './audit-events.js';

export const AUDIT_TOPIC = TOPICS.auditEvents;

/** The published form of a fact: the same each time. Facts about one thing have one key. */
export const publishAuditEvent = (service: string, id: string, event: AuditEvent): CloudEvent => ({
  id: eventIdOf(id),
  source: `/${service}`,
  subject: event.targetId ?? event.accountId ?? id,
  time: event.occurredAt,
  accountId: event.accountId,
  traceparent: null,
  ...published(id, event),
});

/** `evt_` and the unique part of the entry's id. */
const eventIdOf = (id: string): string => `evt_${id.slice(id.indexOf('_') + 1)}`;

const published = (id: string, event: AuditEvent): PublishedEvent<'AuditRecordedV1'> => ({
  type: 'AuditRecordedV1',
  data: {
    id,
    occurred_at: event.occurredAt.toISOString(),
    action: event.action,
    account_id: event.accountId,
    actor_id: event.actorId,
    target_id: event.targetId,
    address: event.address,
    request_id: event.requestId,
    details: event.details,
  },
});
