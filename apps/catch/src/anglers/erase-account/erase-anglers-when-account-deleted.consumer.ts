import { TOPICS } from '@cds/contracts';
import type { AccountDeletedV1, PublishedEventType } from '@cds/contracts/events';
import { type BatchContext, ConsumeEvents, EventConsumer } from '@cds/messaging';
import type { ReceivedEvent } from '@cds/kafka';

/** An account that is gone leaves nobody behind: its anglers are erased, in the background. */
@EventConsumer()
export class EraseAnglersWhenAccountDeleted {
  @ConsumeEvents(TOPICS.identityEvents)
  async eraseAnglers(events: readonly ReceivedEvent<AccountDeletedV1>[], { tx }: BatchContext): Promise<void> {
    const deleted = events.filter(({ type }) => type === ('AccountDeletedV1' satisfies PublishedEventType));
    if (deleted.length > 0)
      await tx.query(NOTE, [deleted.map(({ subject }) => subject), deleted.map(({ traceparent }) => traceparent)]);
  }
}

const NOTE = `
INSERT INTO account_erasures (account_id, requested_at, due_at, traceparent)
SELECT DISTINCT ON (id) id, now(), now(), traceparent
  FROM unnest($1::text[], $2::text[]) AS deleted (id, traceparent) ORDER BY id
ON CONFLICT (account_id) DO NOTHING`;
