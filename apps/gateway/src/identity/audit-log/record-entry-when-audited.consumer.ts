import { TOPICS } from '@cds/contracts';
import type { AuditRecordedV1 } from '@cds/contracts/events';
import type { ReceivedEvent } from '@cds/kafka';
import { type BatchContext, ConsumeEvents, EventConsumer } from '@cds/messaging';

/** Adds what happened in the other services to the audit log, each fact once however often it is published. */
@EventConsumer()
export class RecordEntryWhenAudited {
  @ConsumeEvents(TOPICS.auditEvents)
  async record(events: readonly ReceivedEvent<AuditRecordedV1>[], { tx }: BatchContext): Promise<void> {
    await tx.query(INSERT, [JSON.stringify(events.map(({ data }) => data))]);
  }
}

const INSERT = `
INSERT INTO audit_entries (id, at, action, account_id, actor_id, target_id, address, request_id, details)
SELECT noted.id, noted.occurred_at, noted.action, noted.account_id, noted.actor_id, noted.target_id, noted.address,
  noted.request_id, noted.details
FROM jsonb_to_recordset($1::jsonb) AS noted (id text, occurred_at timestamptz, action text, account_id text,
  actor_id text, target_id text, address text, request_id text, details jsonb)
ORDER BY noted.id
ON CONFLICT (id) DO NOTHING`;
