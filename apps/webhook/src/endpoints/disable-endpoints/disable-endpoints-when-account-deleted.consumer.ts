import { recordAudits } from '@cds/audit';
import { TOPICS } from '@cds/contracts';
import type { AccountDeletedV1, PublishedEventType } from '@cds/contracts/events';
import { type BatchContext, ConsumeEvents, EventConsumer } from '@cds/messaging';
import type { ReceivedEvent } from '@cds/kafka';
import { Clock } from '@cds/service-kit';
import { lockEndpointsOf } from '../lock-endpoints.js';
import { purgeQueues } from '../purge-queues.js';
import { noteWatchedAnglers } from '../watched-anglers/note-watched-anglers.js';

/** Disables the endpoints of a deleted account; the messages that are queued for them fail. */
@EventConsumer()
export class DisableEndpointsWhenAccountDeleted {
  constructor(private readonly clock: Clock) {}

  @ConsumeEvents(TOPICS.identityEvents)
  async disableEndpoints(events: readonly ReceivedEvent<AccountDeletedV1>[], { tx }: BatchContext): Promise<void> {
    const accountIds = events
      .filter(({ type }) => type === ('AccountDeletedV1' satisfies PublishedEventType))
      .map(({ subject }) => subject);
    if (accountIds.length === 0) return;
    await lockEndpointsOf(tx, ...accountIds);
    const now = this.clock.now();
    await tx.query(NOTE, [accountIds, now]);
    const { rows } = await tx.query<{ id: string; accountId: string }>(DISABLE, [accountIds, now]);
    await recordAudits(tx, rows.map(disabledBecauseDeleted));
    const ids = rows.map(({ id }) => id);
    await purgeQueues(tx, ids, now);
    await noteWatchedAnglers(tx, ids, now);
  }
}

const NOTE = `
INSERT INTO deleted_accounts (account_id, deleted_at) SELECT DISTINCT id, $2::timestamptz FROM unnest($1::text[]) AS id
  ON CONFLICT (account_id) DO NOTHING`;

const DISABLE = `
UPDATE endpoints SET status = 'disabled', disabled_at = $2, disabled_reason = 'account_deleted', updated_at = $2
WHERE account_id = ANY($1) AND deleted_at IS NULL AND disabled_reason IS DISTINCT FROM 'account_deleted'
RETURNING id, account_id AS "accountId"`;

const disabledBecauseDeleted = ({ id, accountId }: { id: string; accountId: string }) => ({
  by: { accountId },
  action: 'webhook_endpoint.disabled' as const,
  targetId: id,
  details: { reason: 'account_deleted' },
});
