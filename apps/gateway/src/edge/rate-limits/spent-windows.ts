import { inBatches, POOL } from '@cds/postgres';
import { RecurringTask } from '@cds/work-queue';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';

const EVERY_MS = 60_000;
const BATCH = 5_000;

/** Deletes the counters of windows that are over. */
@Injectable()
export class SpentWindows implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeping: RecurringTask;

  constructor(@Inject(POOL) pool: pg.Pool, logger: ServiceLogger) {
    this.sweeping = new RecurringTask(
      EVERY_MS,
      (signal) => inBatches(BATCH, () => pool.query(SQL, [Date.now(), BATCH]), signal),
      (error) => logger.warn('rate_limits.not_swept', { err: error }),
    );
  }

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.sweeping.stop();
  }
}

// A counter that is in use at the moment is looked at the next time.
const SQL = `DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE expire <= $1
  ORDER BY expire LIMIT $2 FOR UPDATE SKIP LOCKED)`;
