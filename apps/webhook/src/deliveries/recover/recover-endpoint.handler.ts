import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { inTransaction, POOL, violates } from '@cds/postgres';
import { Clock, newId, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { EndpointListQuery } from '../../endpoints/endpoint-list/endpoint-list.query.js';
import { endpointDisabled, recoveryRunning } from '../delivery.errors.js';
import { failedMessagesIn, FailedMessages } from '../failed/failed-messages.js';
import { type RecoverEndpoint, recoverEndpointOf } from './recover-endpoint.js';
import { RecoveryWorker } from './recovery-worker.js';
import { RECOVERY_COLUMNS, type RecoveryRow, recoveryView, type RecoveryView } from './recovery-view.js';

@Injectable()
export class RecoverEndpointHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly endpoints: EndpointListQuery,
    private readonly worker: RecoveryWorker,
    private readonly failed: FailedMessages,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins to resend what failed at one of the account's endpoints. Fails with `webhook.not_found` whatever the body
   * says, with `webhook.disabled`, and with `webhook.recovery_running` while an earlier recovery is unfinished.
   */
  async execute(endpointId: string, body: unknown, caller: Requester): Promise<RecoveryView> {
    const { status } = await this.endpoints.one(endpointId, caller);
    const order = recoverEndpointOf(body, this.clock.now());
    if (status !== 'enabled') throw endpointDisabled(endpointId);
    const view = await this.queue(endpointId, order, caller).catch((error: unknown) => {
      throw violates(error, 'recoveries_unfinished_key') ? recoveryRunning(endpointId) : error;
    });
    this.worker.wake();
    return view;
  }

  private async queue(endpointId: string, order: RecoverEndpoint, caller: Requester): Promise<RecoveryView> {
    const { since, until } = order;
    const insert = insertOf(await this.failed.areComplete());
    return inTransaction(this.pool, async (tx) => {
      const values = [newId('webhookRecovery'), endpointId, since, until, this.clock.now()];
      const { rows } = await tx.query<RecoveryRow>(insert, values);
      if (!rows[0]) throw new Error('a recovery that was inserted is returned');
      const view = recoveryView(rows[0]);
      await keepAnswer(tx, caller.reservation, queuedRecovery(view));
      return view;
    });
  }
}

/** How a recovery that was queued is answered. */
export const queuedRecovery = (view: RecoveryView): StoredResponse => ({
  status: 202,
  headers: { location: `/v1/webhook-recoveries/${view.id}` },
  body: view,
});

const insertOf = (areComplete: boolean): string => `
INSERT INTO recoveries (id, endpoint_id, since, until, count, created_at)
SELECT $1, $2, $3, $4, (SELECT count(*)::int FROM ${failedMessagesIn(areComplete)} AS failed
  WHERE endpoint_id = $2 AND created_at >= $3 AND created_at < $4), $5
RETURNING ${RECOVERY_COLUMNS}`;
