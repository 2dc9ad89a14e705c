import { HeavyReads, POOL, READ_POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** Fewer at once than `READ_POOL` has connections by default. */
const PAST_READS = { maxAtOnce: 2, maxWaiting: 200, maxWaitMs: 3_000 };

/**
 * Reads of what a catch was: its history and its state as of a time. A snapshot bounds what they read, so they run on
 * `READ_POOL`, where no count of other callers holds them up. A stream without snapshots (from before there were any,
 * or after an erasure) is folded from its beginning once, up to the greatest version that a catch may have. That is why
 * an account has few of these reads at once, and why one is cancelled when its caller has gone.
 */
@Injectable()
export class PastReads extends HeavyReads {
  constructor(@Inject(READ_POOL) pool: pg.Pool, @Inject(POOL) cancelPool: pg.Pool) {
    super(pool, cancelPool, PAST_READS);
  }
}
