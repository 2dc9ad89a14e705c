import { POOL } from '@cds/postgres';
import { BackgroundWork } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

const EVERY_MS = 60_000;
const BATCH = 5_000;

/** Deletes the counters of windows that have ended. */
@Injectable()
export class SpentWindows {
  constructor(@Inject(POOL) pool: pg.Pool, background: BackgroundWork) {
    background.sweeper({
      name: 'rate-limits',
      everyMs: EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [(db) => db.query(SQL, [Date.now(), BATCH])],
    });
  }
}

// A counter that is in use at this moment is deleted by a later sweep.
const SQL = `DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE expire <= $1
  ORDER BY expire LIMIT $2 FOR UPDATE SKIP LOCKED)`;
