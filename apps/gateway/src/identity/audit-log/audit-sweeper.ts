import { POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** Injection token of how many days entries are kept. */
export const AUDIT_RETENTION_DAYS = Symbol('AUDIT_RETENTION_DAYS');

const SWEEP_EVERY_MS = 600_000;
const BATCH = 1_000;

/**
 * Deletes entries that are older than the retention time, from the beginning of the chain on. The database keeps where
 * the chain begins then, and refuses to remove what is younger than 30 days.
 */
@Injectable()
export class AuditSweeper {
  private readonly sweeper: Sweeper;

  constructor(
    @Inject(POOL) pool: pg.Pool,
    @Inject(AUDIT_RETENTION_DAYS) days: number,
    clock: Clock,
    background: BackgroundWork,
  ) {
    this.sweeper = background.sweeper({
      name: 'audit-log',
      everyMs: SWEEP_EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [(db) => db.query(SWEEP, [clock.now(), days, BATCH])],
    });
  }

  /** Sweeps now; returns how many entries were deleted. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }
}

// A row for each entry that was removed. What is deleted is gone: no copy whose clock is ahead deletes it too early.
const SWEEP = `SELECT FROM generate_series(1, remove_audit_entries(
  least($1::timestamptz, now()) - make_interval(days => $2::int), $3))`;
