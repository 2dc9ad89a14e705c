import { keepAnswer } from '@cds/idempotency';
import { inTransaction, POOL } from '@cds/postgres';
import { derivedId, newId, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DatabaseClock } from '../../database/database-clock.js';
import { endpointNotFound } from '../../endpoints/endpoint.errors.js';
import { checkEndpointId } from '../../endpoints/endpoint-id.js';
import { PING } from '../../endpoints/event-types.js';
import { eventsToStore, storeEvents } from '../store-events.js';
import type { WebhookEvent } from '../webhook-event.js';
import { endpointDisabled } from '../../deliveries/delivery.errors.js';
import { deliveryView, type DeliveryView } from '../../deliveries/delivery-view.js';
import { Dispatcher } from '../../deliveries/dispatch/dispatcher.js';
import { queuedDelivery } from '../../deliveries/resend/resend-delivery.handler.js';

@Injectable()
export class TestEndpointHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly dispatcher: Dispatcher,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Queues a `ping` for one of the account's endpoints, whatever its event types. Fails with `webhook.not_found`, and
   * with `webhook.disabled` while the endpoint is disabled. `checkBody` runs once it is known whose the endpoint is.
   */
  async execute(endpointId: string, checkBody: () => void, caller: Requester): Promise<DeliveryView> {
    checkEndpointId(endpointId);
    const view = await inTransaction(this.pool, async (tx) => {
      const status = await lockedStatus(tx, endpointId, caller.accountId);
      checkBody();
      if (status !== 'enabled') throw endpointDisabled(endpointId);
      const queued = await this.queuePing(tx, endpointId, caller.accountId);
      await keepAnswer(tx, caller.reservation, queuedDelivery(queued));
      return queued;
    });
    this.dispatcher.wake([{ endpointId, accountId: caller.accountId }]);
    return view;
  }

  private async queuePing(tx: pg.PoolClient, endpointId: string, accountId: string): Promise<DeliveryView> {
    const [eventId, now] = [newId('event'), this.clock.now()];
    const data = { endpoint_id: endpointId };
    const ping: WebhookEvent = {
      id: eventId,
      type: PING,
      subject: endpointId,
      time: now,
      accountId,
      traceparent: null,
      data,
    };
    const id = derivedId('message', now, endpointId, eventId);
    await storeEvents(tx, eventsToStore([ping], now), [{ id, endpointId, eventId, dueAt: now, isOrdered: false }], now);
    return deliveryView({
      id,
      endpointId,
      eventId,
      type: PING,
      status: 'pending',
      attemptCount: 0,
      nextAttemptAt: now,
      createdAt: now,
      deliveredAt: null,
    });
  }
}

/** Locks the endpoint, so that it is not disabled before the message is queued. */
const lockedStatus = async (tx: pg.PoolClient, id: string, accountId: string): Promise<string> => {
  const { rows } = await tx.query<{ status: string }>(ENDPOINT, [id, accountId]);
  if (!rows[0]) throw endpointNotFound(id);
  return rows[0].status;
};

const ENDPOINT = 'SELECT status FROM endpoints WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL FOR SHARE';
