import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { inTransaction, POOL, violates } from '@cds/postgres';
import { Clock, newId, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { endpointDisabled, replayRunning } from '../deliveries/delivery.errors.js';
import { type RecoverEndpoint, recoverEndpointOf } from '../deliveries/recover/recover-endpoint.js';
import { EndpointListQuery } from '../endpoints/endpoint-list/endpoint-list.query.js';
import type { FeedPosition } from '../feed/feed-log.js';
import { eventsAfter, missingAfter, type Replayed, STEP } from './missing-events.js';
import { ReplayWorker } from './replay-worker.js';
import { REPLAY_COLUMNS, type ReplayRow, replayView, type ReplayView } from './replay-view.js';

/** Events that are looked at one by one to count what is missing; of more than these the types alone are compared. */
const MAX_COUNTED = 10 * STEP;

@Injectable()
export class ReplayEndpointHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly endpoints: EndpointListQuery,
    private readonly worker: ReplayWorker,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins to send one of the account's endpoints what it never got. Fails with `webhook.not_found` whatever the body
   * says, with `webhook.disabled`, and with `webhook.replay_running` while an earlier replay is unfinished.
   */
  async execute(endpointId: string, body: unknown, caller: Requester): Promise<ReplayView> {
    const { status, event_types: eventTypes, filter, ordering } = await this.endpoints.one(endpointId, caller);
    const order = recoverEndpointOf(body, this.clock.now());
    if (status !== 'enabled') throw endpointDisabled(endpointId);
    const endpoint = { id: endpointId, accountId: caller.accountId, eventTypes, filter, ordering };
    const view = await this.queue(endpoint, order, caller).catch((error: unknown) => {
      throw violates(error, 'replays_unfinished_key') ? replayRunning(endpointId) : error;
    });
    this.worker.wake();
    return view;
  }

  private async queue(endpoint: Replayed, order: RecoverEndpoint, caller: Requester): Promise<ReplayView> {
    const { since, until } = order;
    const count = await this.countMissing(endpoint, order);
    return inTransaction(this.pool, async (tx) => {
      const values = [newId('webhookReplay'), endpoint.id, since, until, count, this.clock.now()];
      const { rows } = await tx.query<ReplayRow>(INSERT, values);
      if (!rows[0]) throw new Error('a replay that was inserted is returned');
      const view = replayView(rows[0]);
      await keepAnswer(tx, caller.reservation, queuedReplay(view));
      return view;
    });
  }

  private async countMissing(endpoint: Replayed, window: RecoverEndpoint): Promise<number> {
    let after: FeedPosition = { transactionId: 0n, position: 0n };
    let count = 0;
    for (let counted = 0; counted < MAX_COUNTED; counted += STEP) {
      const { missing, reached, isLast } = await missingAfter(this.pool, endpoint, window, after);
      count += missing.length;
      if (isLast) return count;
      after = reached;
    }
    return count + (await eventsAfter(this.pool, endpoint, window, after));
  }
}

/** How a replay that was queued is answered. */
export const queuedReplay = (view: ReplayView): StoredResponse => ({
  status: 202,
  headers: { location: `/v1/webhook-replays/${view.id}` },
  body: view,
});

const INSERT = `
INSERT INTO replays (id, endpoint_id, since, until, count, created_at) VALUES ($1, $2, $3, $4, $5, $6)
RETURNING ${REPLAY_COLUMNS}`;
