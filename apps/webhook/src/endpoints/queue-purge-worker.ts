import { inTransaction, POOL } from '@cds/postgres';
import { BackgroundWork, type Leased, LeasedQueue, RETRY_FOREVER, type Turn, type TurnEnd } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { FAIL_BATCH, failPendingMessages } from './fail-pending-messages.js';

/**
 * A deleted or disabled endpoint, and since when or longer the messages wait that are to fail. Its id is the
 * endpoint's.
 */
interface QueuePurge {
  readonly before: Date;
}

const TURN_MS = 5_000;

/** Fails what waited for endpoints that were deleted or disabled, a part per transaction. */
@Injectable()
export class QueuePurgeWorker {
  private readonly purges: LeasedQueue<QueuePurge>;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    background: BackgroundWork,
  ) {
    this.purges = new LeasedQueue(pool, {
      table: 'queue_purges',
      key: 'endpoint_id',
      returns: ['job.purge_before AS before'],
      dueAt: 'due_at',
      leaseSeconds: 30,
      completed: 'delete',
    });
    background.worker<QueuePurge>({
      name: 'queue-purges',
      queue: this.purges,
      retry: RETRY_FOREVER,
      turnMs: TURN_MS,
      work: (job, turn) => this.purge(job, turn),
    });
  }

  private async purge(job: Leased<QueuePurge>, turn: Turn): Promise<TurnEnd> {
    while ((await inTransaction(this.pool, (tx) => this.failSome(tx, job))) === FAIL_BATCH)
      if (turn.isOver()) return { afterSeconds: 0 };
    return 'done';
  }

  private async failSome(tx: pg.PoolClient, job: Leased<QueuePurge>): Promise<number> {
    await this.purges.progress(tx, job);
    return failPendingMessages(tx, job.id, job.before);
  }
}
