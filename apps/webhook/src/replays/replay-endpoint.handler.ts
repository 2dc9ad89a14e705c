import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { HeavyReads, inTransaction, POOL, violates } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { newId, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DatabaseClock } from '../database/database-clock.js';
import { endpointDisabled, replayRunning } from '../deliveries/delivery.errors.js';
import { forgetEarlierJobs } from '../deliveries/recover/forget-earlier-jobs.js';
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
    private readonly reads: HeavyReads,
    private readonly endpoints: EndpointListQuery,
    private readonly worker: ReplayWorker,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Begins to send one of the account's endpoints what it never got. Fails with `webhook.not_found` whatever the body
   * says, with `webhook.disabled`, and with `webhook.replay_running` while an earlier replay is unfinished. To count
   * what it never got is a heavy read, for as long as the caller waits.
   */
  async execute(
    endpointId: string,
    body: unknown,
    caller: Requester,
    gone: AbortSignal | undefined,
  ): Promise<ReplayView> {
    const { status, event_types: eventTypes, filter, ordering } = await this.endpoints.one(endpointId, caller);
    const order = recoverEndpointOf(body, this.clock.now());
    if (status !== 'enabled') throw endpointDisabled(endpointId);
    const endpoint = { id: endpointId, accountId: caller.accountId, eventTypes, filter, ordering };
    if (await this.isRunning(endpointId)) throw replayRunning(endpointId);
    const count = await this.reads.run(caller.accountId, (client) => countMissing(client, endpoint, order), gone);
    const view = await this.queue(endpointId, { ...order, count }, caller).catch((error: unknown) => {
      throw violates(error, 'replays_unfinished_key') ? replayRunning(endpointId) : error;
    });
    this.worker.wake();
    return view;
  }

  /** Asked before the count, which would be in vain. Of replays that begin at the same time the index lets one be. */
  private async isRunning(endpointId: string): Promise<boolean> {
    return (await this.pool.query(RUNNING, [endpointId])).rows.length > 0;
  }

  private async queue(
    endpointId: string,
    { since, until, count }: RecoverEndpoint & { readonly count: number },
    caller: Requester,
  ): Promise<ReplayView> {
    return inTransaction(this.pool, async (tx) => {
      const values = [newId('webhookReplay'), endpointId, since, until, count, this.clock.now()];
      const { rows } = await tx.query<ReplayRow>(INSERT, values);
      if (!rows[0]) throw new Error('a replay that was inserted is returned');
      await forgetEarlierJobs(tx, 'replays', endpointId);
      const view = replayView(rows[0]);
      await keepAnswer(tx, caller.reservation, queuedReplay(view));
      return view;
    });
  }
}

const countMissing = async (db: Queryable, endpoint: Replayed, window: RecoverEndpoint): Promise<number> => {
  let after: FeedPosition = { transactionId: 0n, position: 0n };
  let count = 0;
  for (let counted = 0; counted < MAX_COUNTED; counted += STEP) {
    const { missing, reached, isLast } = await missingAfter(db, endpoint, window, after);
    count += missing.length;
    if (isLast) return count;
    after = reached;
  }
  return count + (await eventsAfter(db, endpoint, window, after));
};

/** How a replay that was queued is answered. */
export const queuedReplay = (view: ReplayView): StoredResponse => ({
  status: 202,
  headers: { location: `/v1/webhook-replays/${view.id}` },
  body: view,
});

const RUNNING = 'SELECT FROM replays WHERE endpoint_id = $1 AND finished_at IS NULL';

const INSERT = `
INSERT INTO replays (id, endpoint_id, since, until, count, created_at, settled_from)
VALUES ($1, $2, $3, $4, $5, $6, pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
RETURNING ${REPLAY_COLUMNS}`;
