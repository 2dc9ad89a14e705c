import { EventPublisher } from '@cds/kafka';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { BackgroundWork, RETRY_FOREVER } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type AnglerWatch, AnglerWatches } from './angler-watches.js';
import { endpointsToNote, noteWatchedAnglers } from './note-watched-anglers.js';
import { publishWatchedAnglers, WATCHES_TOPIC } from './publish-watched-anglers.js';

const EVERY_MS = 30_000;
const BATCH = 200;
const RETRY = { ...RETRY_FOREVER, minSeconds: 1, maxSeconds: 30 };

/**
 * Publishes whom endpoints watch, the newest state of each. It also finds the endpoints whose state was not noted:
 * those that were disabled by what they answered, and those that a copy of the previous release changed.
 */
@Injectable()
export class WatchPublisher {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
    watches: AnglerWatches,
    publisher: EventPublisher,
    background: BackgroundWork,
  ) {
    background.worker<AnglerWatch>({
      name: 'angler-watches',
      queue: watches,
      retry: RETRY,
      work: async (watch) => {
        await publisher.publish(WATCHES_TOPIC, [publishWatchedAnglers(watch.id, watch)]);
        return 'done';
      },
    });
    background.sweeper({
      name: 'angler-watches',
      everyMs: EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [() => this.noteSome()],
      exclusive: true,
    });
  }

  private async noteSome(): Promise<{ rowCount: number }> {
    const ids = await endpointsToNote(this.pool, BATCH);
    if (ids.length === 0) return { rowCount: 0 };
    return { rowCount: await inTransaction(this.pool, (tx) => noteWatchedAnglers(tx, ids, this.clock.now())) };
  }
}
