import { inBatches } from '@cds/postgres';
import { ServiceLogger } from '@cds/service-kit';
import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { PhotoLeftovers } from './photo-leftovers.js';
import { PhotoStore } from './photo-store.js';

const SWEEP_EVERY_MS = 300_000;
const BATCH = 100;

/**
 * Removes the files that nothing has, an hour after they were noted as left over: no upload takes that long. A batch
 * is claimed in one statement, removed from the storage outside of any transaction, and forgotten after that. A crash
 * in between leaves it to be claimed again when the lease ends; files that are already gone are no error.
 */
@Injectable()
export class PhotoSweeper {
  private readonly task: RecurringTask;

  constructor(
    private readonly leftovers: PhotoLeftovers,
    private readonly store: PhotoStore,
    private readonly logger: ServiceLogger,
    background: BackgroundWork,
  ) {
    this.task = background.recurring({
      name: 'photos',
      everyMs: SWEEP_EVERY_MS,
      jitter: true,
      run: () => this.sweep(),
    });
  }

  /** Sweeps what is due; returns how many pictures were removed. */
  async sweep(): Promise<number> {
    const { signal } = this.task;
    await inBatches(BATCH, async () => ({ rowCount: await this.leftovers.forgetUsed(BATCH) }), signal);
    const removed = await inBatches(BATCH, async () => ({ rowCount: await this.removeBatch() }), signal);
    if (removed > 0) this.logger.event('photos.swept', { removed });
    return removed;
  }

  private async removeBatch(): Promise<number> {
    const claimed = await this.leftovers.claim(BATCH);
    if (claimed.length === 0) return 0;
    try {
      await this.store.remove(claimed.map(({ id }) => id));
    } catch (error) {
      for (const one of claimed) await this.leftovers.release(one);
      throw error;
    }
    for (const one of claimed) await this.leftovers.complete(this.leftovers.pool, one);
    return claimed.length;
  }
}
