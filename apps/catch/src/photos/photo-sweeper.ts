import { inTransaction, POOL } from '@cds/postgres';
import { RecurringTask } from '@cds/work-queue';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import { PhotoStore } from './photo-store.js';

const SWEEP_EVERY_MS = 300_000;
const BATCH = 100;

/**
 * Removes the files that no catch has, an hour after they were noted as left over: no upload takes that long. One copy
 * at a time does it. Whoever stores the same picture again meanwhile waits, and stores it anew.
 */
@Injectable()
export class PhotoSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeping: RecurringTask;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly store: PhotoStore,
    private readonly logger: ServiceLogger,
  ) {
    this.sweeping = new RecurringTask(
      SWEEP_EVERY_MS,
      () => this.sweepAndTell(),
      (error) => logger.warn('photos.not_swept', { err: error }),
    );
  }

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.sweeping.stop();
  }

  /** Sweeps what is due; answers how many pictures were removed. */
  async sweep(): Promise<number> {
    await this.pool.query(FORGET_USED);
    let removed = 0;
    for (;;) {
      const batch = await inTransaction(this.pool, (tx) => this.removeBatch(tx));
      removed += batch;
      if (batch < BATCH) return removed;
    }
  }

  /** The files before the commit: after a crash in between they are removed once more, which is no error. */
  private async removeBatch(tx: pg.PoolClient): Promise<number> {
    const { rows } = await tx.query<{ mine: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtext('photo-sweeper')) AS mine",
    );
    if (!rows[0]?.mine) return 0;
    const { rows: due } = await tx.query<{ digest: string }>(TAKE_UNUSED, [BATCH]);
    const digests = due.map(({ digest }) => digest);
    await this.store.remove(digests);
    await tx.query('DELETE FROM photo_leftovers WHERE digest = ANY($1)', [digests]);
    return digests.length;
  }

  private async sweepAndTell(): Promise<void> {
    const removed = await this.sweep();
    if (removed > 0) this.logger.event('photos.swept', { removed });
  }
}

const DUE = "since < now() - interval '1 hour'";
const USED = `EXISTS (SELECT FROM catches
  WHERE photos @> jsonb_build_array(jsonb_build_object('digest', photo_leftovers.digest)))`;

/** Said twice, as a photo that goes at this moment moves `since`, and then its note must stay. */
const FORGET_USED = `DELETE FROM photo_leftovers WHERE ${DUE} AND digest IN (SELECT digest FROM photo_leftovers
  WHERE ${DUE} AND ${USED})`;

const TAKE_UNUSED = `SELECT digest FROM photo_leftovers WHERE ${DUE} AND NOT ${USED}
  ORDER BY since LIMIT $1 FOR UPDATE SKIP LOCKED`;
