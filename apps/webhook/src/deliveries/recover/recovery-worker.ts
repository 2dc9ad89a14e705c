import { inTransaction, POOL } from '@cds/postgres';
import { BackgroundWork, type Leased, type Turn, type TurnEnd, type Worker } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DatabaseClock } from '../../database/database-clock.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { failedMessagesIn, FailedMessages } from '../failed/failed-messages.js';
import { requeueMessages } from '../resend/requeue-messages.js';
import { PAUSE_SECONDS, roomAt } from './endpoint-room.js';
import { Recoveries, type RecoveryJob } from './recoveries.js';

interface Resent {
  readonly id: string;
  readonly createdAt: Date;
}

/** Resends what failed at endpoints, oldest first, a few messages at a time. */
@Injectable()
export class RecoveryWorker {
  private readonly worker: Worker<RecoveryJob>;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly recoveries: Recoveries,
    private readonly dispatcher: Dispatcher,
    private readonly failed: FailedMessages,
    private readonly clock: DatabaseClock,
    background: BackgroundWork,
  ) {
    this.worker = background.worker<RecoveryJob>({
      name: 'recoveries',
      queue: recoveries,
      work: (job, turn) => this.recover(job, turn),
    });
  }

  /** A recovery was queued. */
  wake(): void {
    this.worker.wake();
  }

  /** Each turn is short, so that the recoveries of many endpoints advance side by side. */
  private async recover(job: Leased<RecoveryJob>, turn: Turn): Promise<TurnEnd> {
    const { room, accountId } = await roomAt(this.pool, job.endpointId, this.clock.now());
    if (room === 0 || turn.isOver()) return { afterSeconds: PAUSE_SECONDS };
    const failed = failedIn(await this.failed.areComplete());
    const resent = await inTransaction(this.pool, (tx) => this.resend(tx, failed, job, room));
    if (resent > 0) this.dispatcher.wake([{ endpointId: job.endpointId, accountId }]);
    return resent < room ? 'done' : { afterSeconds: PAUSE_SECONDS };
  }

  private async resend(tx: pg.PoolClient, failed: string, job: Leased<RecoveryJob>, max: number): Promise<number> {
    const { endpointId, since, until, reachedAt, reachedId } = job;
    const values = [endpointId, since, until, reachedAt ?? since, reachedId ?? '', max];
    const { rows } = await tx.query<Resent>(failed, values);
    const last = rows.at(-1);
    if (!last) return 0;
    const ids = rows.map(({ id }) => id);
    await requeueMessages(tx, endpointId, ids, this.clock.now());
    const columns = { resent: job.resent + rows.length, reached_at: last.createdAt, reached_id: last.id };
    await this.recoveries.progress(tx, job, columns);
    return rows.length;
  }
}

const failedIn = (areComplete: boolean): string => `
SELECT message_id AS id, created_at AS "createdAt" FROM ${failedMessagesIn(areComplete)} AS failed
WHERE endpoint_id = $1 AND created_at >= $2 AND created_at < $3 AND (created_at, message_id) > ($4, $5)
ORDER BY created_at, message_id LIMIT $6`;
