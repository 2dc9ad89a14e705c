import { AccountRate, forgetRates, POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { tooManyBoardChanges } from '../boards/board.errors.js';

const PER_HOUR = 600;
const RATE = { table: 'board_change_rates', burst: 500, perHour: PER_HOUR };
const SWEEP_EVERY_MS = 600_000;
const BATCH = 1_000;

/**
 * Bounds how often an account creates boards and changes their rules: each time entries are computed anew, and up to
 * two hundred events tell everybody what changed.
 */
@Injectable()
export class BoardChangeRates {
  private readonly rate = new AccountRate(RATE);
  private readonly sweeper: Sweeper;

  constructor(@Inject(POOL) pool: pg.Pool, background: BackgroundWork) {
    this.sweeper = background.sweeper({
      name: 'board-change-rates',
      everyMs: SWEEP_EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [(db) => db.query(forgetRates(RATE.table), [BATCH])],
    });
  }

  /** Sweeps now. Returns the number of accounts that were forgotten. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }

  /** Counts a change, which does not count if the transaction is rolled back. Fails with `limit.account`. */
  async count(tx: Queryable, accountId: string): Promise<void> {
    const waitSeconds = await this.rate.spend(tx, accountId);
    if (waitSeconds !== undefined) throw tooManyBoardChanges(PER_HOUR, waitSeconds);
  }
}
