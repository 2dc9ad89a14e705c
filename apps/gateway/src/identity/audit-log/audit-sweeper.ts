import { inBatches, POOL } from '@cds/postgres';
import { RecurringTask } from '@cds/work-queue';
import { Clock, ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';

/** Injection token of how many days entries are kept. */
export const AUDIT_RETENTION_DAYS = Symbol('AUDIT_RETENTION_DAYS');

const SWEEP_EVERY_MS = 600_000;
const BATCH = 1_000;
const DAY_MS = 86_400_000;

/** Deletes entries that are older than they are kept, in small batches. Copies of the gateway share the work. */
@Injectable()
export class AuditSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeping: RecurringTask;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(AUDIT_RETENTION_DAYS) private readonly days: number,
    private readonly clock: Clock,
    logger: ServiceLogger,
  ) {
    this.sweeping = new RecurringTask(
      SWEEP_EVERY_MS,
      (signal) => this.sweep(signal),
      (error) => logger.warn('audit_log.not_swept', { err: error }),
    );
  }

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.sweeping.stop();
  }

  /** Answers how many there were. */
  sweep(signal?: AbortSignal): Promise<number> {
    const before = new Date(this.clock.now().getTime() - this.days * DAY_MS);
    return inBatches(BATCH, () => this.pool.query(SWEEP, [before, BATCH]), signal);
  }
}

const SWEEP = `
DELETE FROM audit_entries WHERE id IN (SELECT id FROM audit_entries WHERE at < $1
  ORDER BY at, id LIMIT $2 FOR UPDATE SKIP LOCKED)`;
