import { idSchema } from '@cds/contracts';
import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { inTransaction, POOL } from '@cds/postgres';
import { type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DatabaseClock } from '../../database/database-clock.js';
import { deliveryNotFound, endpointDisabled } from '../delivery.errors.js';
import { deliveryView, type DeliveryView } from '../delivery-view.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { requeueMessages } from './requeue-messages.js';

const messageId = idSchema('message');

@Injectable()
export class ResendDeliveryHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly dispatcher: Dispatcher,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Queues a delivery again, whatever its status: due now, under the same id, with its whole retry schedule before it.
   * Fails with `webhook_delivery.not_found`, and with `webhook.disabled` while its endpoint is disabled. `checkBody`
   * runs once it is known whose the delivery is.
   */
  async execute(id: string, checkBody: () => void, caller: Requester): Promise<DeliveryView> {
    if (!messageId.safeParse(id).success) throw deliveryNotFound(id);
    const view = await inTransaction(this.pool, async (tx) => {
      const { endpointId, status } = await lockedEndpoint(tx, id, caller.accountId);
      checkBody();
      if (status !== 'enabled') throw endpointDisabled(endpointId);
      const [row] = await requeueMessages(tx, endpointId, [id], this.clock.now());
      if (!row) throw deliveryNotFound(id);
      const queued = deliveryView(row);
      await keepAnswer(tx, caller.reservation, queuedDelivery(queued));
      return queued;
    });
    this.dispatcher.wake([{ endpointId: view.endpoint_id, accountId: caller.accountId }]);
    return view;
  }
}

/** How a delivery that was queued is answered. */
export const queuedDelivery = (view: DeliveryView): StoredResponse => ({
  status: 202,
  headers: { location: `/v1/webhook-deliveries/${view.id}` },
  body: view,
});

/** Locks the endpoint, so that it is not disabled before the message is queued. */
const lockedEndpoint = async (tx: pg.PoolClient, id: string, accountId: string): Promise<LockedEndpoint> => {
  const { rows } = await tx.query<LockedEndpoint>(ENDPOINT, [id, accountId]);
  if (!rows[0]) throw deliveryNotFound(id);
  return rows[0];
};

interface LockedEndpoint {
  readonly endpointId: string;
  readonly status: string;
}

const ENDPOINT = `
SELECT endpoint.id AS "endpointId", endpoint.status FROM endpoints AS endpoint
WHERE endpoint.id = (SELECT endpoint_id FROM webhook_messages WHERE id = $1) AND endpoint.account_id = $2
  AND endpoint.deleted_at IS NULL
FOR SHARE OF endpoint`;
