import { inTransaction, POOL } from '@cds/postgres';
import { BackgroundWork, type Leased, type Turn, type TurnEnd, type Worker } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DatabaseClock } from '../../database/database-clock.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { failedMessagesIn, FailedMessages, failedSince } from '../failed/failed-messages.js';
import { requeueMessages } from '../resend/requeue-messages.js';
import { PAUSE_SECONDS, roomAt } from './endpoint-room.js';
import { Recoveries, type RecoveryJob } from './recoveries.js';

/** A failed message: one that is to be resent, or the last one that was looked at. */
interface Failed {
  readonly id: string;
  readonly createdAt: Date;
  readonly isWanted: boolean;
}

/** Most messages that one turn looks at: an endpoint may have very many that failed too early to be resent. */
const PART = 5_000;

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
    if (resent === null) return 'done';
    if (resent > 0) this.dispatcher.wake([{ endpointId: job.endpointId, accountId }]);
    return { afterSeconds: resent < room ? 0 : PAUSE_SECONDS };
  }

  /** How many messages are resent; null when the recovery has looked at them all. */
  private async resend(tx: pg.PoolClient, failed: string, job: Leased<RecoveryJob>, max: number) {
    const { endpointId, since, until, reachedAt, reachedId } = job;
    const { rows } = await tx.query<Failed>(failed, [endpointId, since, until, reachedAt, reachedId ?? '', max]);
    const ids = rows.filter(({ isWanted }) => isWanted).map(({ id }) => id);
    const reached = rows.findLast(({ isWanted }) => isWanted || ids.length < max);
    if (!reached) return null;
    await requeueMessages(tx, endpointId, ids, this.clock.now());
    const columns = { resent: job.resent + ids.length, reached_at: reached.createdAt, reached_id: reached.id };
    await this.recoveries.progress(tx, job, columns);
    return ids.length;
  }
}

// In the order in which they were made, whatever failed meanwhile: no message is resent twice. A copy of the previous
// release goes on from the same place, but passes over what was made before `since`.
const failedIn = (areComplete: boolean): string => `
WITH part AS MATERIALIZED (
  SELECT message_id AS id, created_at, ${failedSince('$2::timestamptz')} AS is_wanted
  FROM ${failedMessagesIn(areComplete)} AS failed
  WHERE endpoint_id = $1 AND created_at < $3
    AND (created_at, message_id) > (coalesce($4::timestamptz, '-infinity'), $5)
  ORDER BY created_at, message_id LIMIT ${PART}
)
(SELECT id, created_at AS "createdAt", true AS "isWanted" FROM part WHERE is_wanted ORDER BY created_at, id LIMIT $6)
UNION ALL
(SELECT id, created_at, false FROM part ORDER BY created_at DESC, id DESC LIMIT 1)
ORDER BY "createdAt", id`;
