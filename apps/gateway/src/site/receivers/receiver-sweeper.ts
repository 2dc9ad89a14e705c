import { POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

const EVERY_MS = 600_000;
/** Each with up to fifty requests. */
const BATCH = 20;

/** Deletes receivers whose day is over, with what they received. Copies of the gateway share the work. */
@Injectable()
export class ReceiverSweeper {
  private readonly sweeper: Sweeper;

  constructor(@Inject(POOL) pool: pg.Pool, clock: Clock, background: BackgroundWork) {
    this.sweeper = background.sweeper({
      name: 'receivers',
      everyMs: EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [(db) => db.query(SQL, [clock.now(), BATCH])],
    });
  }

  /** Sweeps now; returns how many receivers were deleted. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }
}

const SQL = `DELETE FROM receivers WHERE id IN (
  SELECT id FROM receivers WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`;
