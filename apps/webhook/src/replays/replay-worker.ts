import { inTransaction, POOL, READ_POOL } from '@cds/postgres';
import { BackgroundWork, type Leased, type Turn, type TurnEnd, type Worker } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DatabaseClock } from '../database/database-clock.js';
import { Dispatcher } from '../deliveries/dispatch/dispatcher.js';
import { dueInTurn } from '../deliveries/dispatch/due-in-turn.js';
import { PAUSE_SECONDS, roomAt } from '../deliveries/recover/endpoint-room.js';
import { type FeedPosition, settledHorizon } from '../feed/feed-log.js';
import { writeMessages } from '../messages/write-messages.js';
import { type MissingEvent, missingAfter } from './missing-events.js';
import { type ReplayJob, Replays } from './replays.js';

/** A replay waits so long after a step for each other one of its account, so that many do not take every turn. */
const OTHERS_SECONDS = 0.05;

/**
 * By then a transaction that read whom events go to before the replay was asked for has ended, unless it was writing
 * already: for those that were, the horizon tells.
 */
const SETTLED_SECONDS = 2;

/** Queues for endpoints what they never got, oldest first, a few messages at a time. */
@Injectable()
export class ReplayWorker {
  private readonly worker: Worker<ReplayJob>;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(READ_POOL) private readonly reads: pg.Pool,
    private readonly replays: Replays,
    private readonly dispatcher: Dispatcher,
    private readonly clock: DatabaseClock,
    background: BackgroundWork,
  ) {
    this.worker = background.worker<ReplayJob>({
      name: 'replays',
      queue: replays,
      work: (job, turn) => this.replay(job, turn),
    });
  }

  /** A replay was queued. */
  wake(): void {
    this.worker.wake();
  }

  /** Each turn is short, so that the replays of many endpoints advance side by side. */
  private async replay(job: Leased<ReplayJob>, turn: Turn): Promise<TurnEnd> {
    const { room, accountId } = await roomAt(this.pool, job.endpoint.id, this.clock.now());
    if (room === 0 || turn.isOver()) return { afterSeconds: PAUSE_SECONDS };
    const after = { transactionId: BigInt(job.reachedTransactionId), position: BigInt(job.reachedPosition) };
    // An event that is being stored may come before others that are stored already: a place beyond it would pass it by.
    const horizon = await settledHorizon(this.pool);
    const { missing, reached, isLast } = await missingAfter(this.reads, job.endpoint, { ...job, horizon }, after);
    const next = missing.slice(0, room);
    const isWhole = next.length === missing.length;
    await this.queue(job, next, isWhole ? reached : (next.at(-1) ?? after));
    if (next.length > 0) this.dispatcher.wake([{ endpointId: job.endpoint.id, accountId }]);
    // A copy of the previous release writes the time of its own clock, which may be ahead.
    const isSettled = Math.abs(job.ageSeconds) >= SETTLED_SECONDS && horizon >= BigInt(job.settledFrom);
    if (isWhole && isLast) return isSettled ? 'done' : { afterSeconds: SETTLED_SECONDS };
    const pauseSeconds = next.length === 0 ? 0 : PAUSE_SECONDS;
    return { afterSeconds: Math.max(pauseSeconds, (job.unfinished - 1) * OTHERS_SECONDS) };
  }

  /** What the endpoint got meanwhile is not queued again. */
  private async queue(job: Leased<ReplayJob>, events: readonly MissingEvent[], reached: FeedPosition): Promise<void> {
    const { endpoint } = job;
    const now = this.clock.now();
    const isOrdered = endpoint.ordering === 'per_subject';
    const stored = events.map((event) => ({ ...event, position: String(event.position) }));
    const messages = events.map(({ id, messageId }, index) => ({
      id: messageId,
      endpointId: endpoint.id,
      eventId: id,
      dueAt: dueInTurn(index, events.length, now),
      isOrdered,
    }));
    await inTransaction(this.pool, async (tx) => {
      const written = await writeMessages(tx, stored, messages, now);
      await this.replays.progress(tx, job, {
        sent: job.sent + written.size,
        reached_transaction_id: reached.transactionId,
        reached_position: reached.position,
      });
    });
  }
}
