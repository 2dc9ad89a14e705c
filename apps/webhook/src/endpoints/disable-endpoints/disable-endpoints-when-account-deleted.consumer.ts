import { TOPICS } from '@cds/contracts';
import type { AccountDeletedV1, PublishedEventType } from '@cds/contracts/events';
import { type BatchContext, ConsumeEvents } from '@cds/messaging';
import type { ReceivedEvent } from '@cds/kafka';
import { Clock } from '@cds/service-kit';
import { Controller } from '@nestjs/common';
import { failPending } from '../../deliveries/fail-pending.js';
import { lockEndpointsOf } from '../lock-endpoints.js';

/** Nothing is sent any more to the endpoints of an account that is gone: what waits for them fails. */
@Controller()
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
    const { rows } = await tx.query<{ id: string }>(DISABLE, [accountIds, now]);
    await failPending(
      tx,
      rows.map(({ id }) => id),
    );
  }
}

const NOTE = `
INSERT INTO deleted_accounts (account_id, deleted_at) SELECT DISTINCT id, $2::timestamptz FROM unnest($1::text[]) AS id
  ON CONFLICT (account_id) DO NOTHING`;

const DISABLE = `
UPDATE endpoints SET status = 'disabled', disabled_at = $2, disabled_reason = 'account_deleted', updated_at = $2
WHERE account_id = ANY($1) AND deleted_at IS NULL AND disabled_reason IS DISTINCT FROM 'account_deleted'
RETURNING id`;
