import { POOL, ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';

const EVERY_MS = 60_000;
const BATCH = 5_000;

/** Deletes the counters of windows that are over. */
@Injectable()
export class SpentWindows implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly logger: ServiceLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweeping = this.sweeping.then(() => this.sweep()).catch((error: unknown) => this.logger.event('rate_limits.not_swept', { err: error }, 'warn'));
    }, EVERY_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  async sweep(): Promise<void> {
    for (let swept = BATCH; swept === BATCH; ) {
      const { rowCount } = await this.pool.query(SQL, [Date.now(), BATCH]);
      swept = rowCount ?? 0;
    }
  }
}

// A counter that is in use at the moment is looked at the next time.
const SQL = `DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE expire <= $1 ORDER BY expire LIMIT $2 FOR UPDATE SKIP LOCKED)`;
