import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { HeavyReads, inTransaction, POOL, prepared, violates } from '@cds/postgres';
import { Clock, newId, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { EndpointListQuery } from '../../endpoints/endpoint-list/endpoint-list.query.js';
import { endpointDisabled, recoveryRunning } from '../delivery.errors.js';
import { failedMessagesIn, FailedMessages, failedSince } from '../failed/failed-messages.js';
import { forgetEarlierJobs } from './forget-earlier-jobs.js';
import { type RecoverEndpoint, recoverEndpointOf } from './recover-endpoint.js';
import { RecoveryWorker } from './recovery-worker.js';
import { RECOVERY_COLUMNS, type RecoveryRow, recoveryView, type RecoveryView } from './recovery-view.js';

@Injectable()
export class RecoverEndpointHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly reads: HeavyReads,
    private readonly endpoints: EndpointListQuery,
    private readonly worker: RecoveryWorker,
    private readonly failed: FailedMessages,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins to resend what failed at one of the account's endpoints. Fails with `webhook.not_found` whatever the body
   * says, with `webhook.disabled`, and with `webhook.recovery_running` while an earlier recovery is unfinished. To
   * count what failed is a heavy read, for as long as the caller waits.
   */
  async execute(
    endpointId: string,
    body: unknown,
    caller: Requester,
    gone: AbortSignal | undefined,
  ): Promise<RecoveryView> {
    const { status } = await this.endpoints.one(endpointId, caller);
    const order = recoverEndpointOf(body, this.clock.now());
    if (status !== 'enabled') throw endpointDisabled(endpointId);
    if (await this.isRunning(endpointId)) throw recoveryRunning(endpointId);
    const count = await this.countFailed(endpointId, order, caller, gone);
    const view = await this.queue(endpointId, { ...order, count }, caller).catch((error: unknown) => {
      throw violates(error, 'recoveries_unfinished_key') ? recoveryRunning(endpointId) : error;
    });
    this.worker.wake();
    return view;
  }

  /** Asked before the count, which would be in vain. Of recoveries that begin together the index lets one be. */
  private async isRunning(endpointId: string): Promise<boolean> {
    return (await this.pool.query(RUNNING, [endpointId])).rows.length > 0;
  }

  private async countFailed(
    endpointId: string,
    { since, until }: RecoverEndpoint,
    { accountId }: Requester,
    gone: AbortSignal | undefined,
  ): Promise<number> {
    const failed = prepared({ text: countIn(await this.failed.areComplete()), values: [endpointId, since, until] });
    return this.reads.run(accountId, async (db) => (await db.query<Count>(failed)).rows[0]?.count ?? 0, gone);
  }

  private async queue(
    endpointId: string,
    { since, until, count }: RecoverEndpoint & Count,
    caller: Requester,
  ): Promise<RecoveryView> {
    return inTransaction(this.pool, async (tx) => {
      const values = [newId('webhookRecovery'), endpointId, since, until, count, this.clock.now()];
      const { rows } = await tx.query<RecoveryRow>(INSERT, values);
      if (!rows[0]) throw new Error('a recovery that was inserted is returned');
      await forgetEarlierJobs(tx, 'recoveries', endpointId);
      const view = recoveryView(rows[0]);
      await keepAnswer(tx, caller.reservation, queuedRecovery(view));
      return view;
    });
  }
}

interface Count {
  readonly count: number;
}

/** How a recovery that was queued is answered. */
export const queuedRecovery = (view: RecoveryView): StoredResponse => ({
  status: 202,
  headers: { location: `/v1/webhook-recoveries/${view.id}` },
  body: view,
});

const RUNNING = 'SELECT FROM recoveries WHERE endpoint_id = $1 AND finished_at IS NULL';

const countIn = (areComplete: boolean): string => `
SELECT count(*)::int AS count FROM ${failedMessagesIn(areComplete)} AS failed
WHERE endpoint_id = $1 AND created_at < $3 AND ${failedSince('$2::timestamptz')}`;

const INSERT = `
INSERT INTO recoveries (id, endpoint_id, since, until, count, created_at) VALUES ($1, $2, $3, $4, $5, $6)
RETURNING ${RECOVERY_COLUMNS}`;
