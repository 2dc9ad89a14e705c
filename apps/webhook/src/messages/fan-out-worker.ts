import { inTransaction, POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { BackgroundWork, type Leased, RETRY_FOREVER, type Turn, type TurnEnd, type Worker } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Dispatcher } from '../deliveries/dispatch/dispatcher.js';
import { type FanOut, FanOuts } from './fan-outs.js';
import { newMessage, receiverOf } from './message-writer.js';
import { type Draft, recipientSlice, type SliceLimits, SLICES } from './recipient-slice.js';
import { type KnownEvent, storedEvents, writeMessages } from './write-messages.js';

const RETRY = { ...RETRY_FOREVER, minSeconds: 1, maxSeconds: 60 };

/**
 * Writes the messages of events for the endpoints that the consuming transaction left out: a slice of endpoints per
 * transaction, which also stores how far the job came. A job whose worker died goes on from there.
 */
@Injectable()
export class FanOutWorker {
  private readonly worker: Worker<FanOut>;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly fanOuts: FanOuts,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
    @Inject(SLICES) private readonly limits: SliceLimits,
    background: BackgroundWork,
  ) {
    this.worker = background.worker<FanOut>({
      name: 'fan-outs',
      queue: fanOuts,
      retry: RETRY,
      work: (job, turn) => this.fanOut(job, turn),
    });
  }

  /** A fan-out was queued. */
  wake(): void {
    this.worker.wake();
  }

  private async fanOut(job: Leased<FanOut>, turn: Turn): Promise<TurnEnd> {
    const events = await storedEvents(this.pool, job.eventIds);
    for (let after = job.afterEndpointId; ;) {
      const { drafts, nextAfter } = await inTransaction(this.pool, (tx) => this.writeSlice(tx, job, events, after));
      this.dispatcher.wake([...new Set(drafts.map(({ endpoint }) => endpoint))].map(receiverOf));
      if (nextAfter === null) return 'settled';
      after = nextAfter;
      if (turn.isOver()) return { afterSeconds: 0 };
      turn.keep();
    }
  }

  private async writeSlice(
    tx: pg.PoolClient,
    job: Leased<FanOut>,
    events: readonly KnownEvent[],
    after: string,
  ): Promise<{ drafts: readonly Draft[]; nextAfter: string | null }> {
    const slice = await recipientSlice(tx, events, after, this.limits);
    if (slice.nextAfter === null) await this.fanOuts.complete(tx, job);
    else await this.fanOuts.progress(tx, job, { after_endpoint_id: slice.nextAfter });
    const now = this.clock.now();
    const messages = slice.drafts.map((draft) => newMessage(draft, now));
    await writeMessages(tx, events, messages, now);
    return slice;
  }
}
