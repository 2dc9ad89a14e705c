import { POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { forgetRates, timeOfOne } from '../boards/account-rates.sql.js';
import { tooManyBoardChanges } from '../boards/board.errors.js';

/** Changes that an account may make at once, and how many of them it gets back in an hour. */
const BURST = 500;
const PER_HOUR = 600;
const SWEEP_EVERY_MS = 600_000;
const BATCH = 1_000;

/**
 * Bounds how often an account creates boards and changes their rules: each time entries are computed anew, and up to
 * two hundred events tell everybody what changed. By the generic cell rate algorithm, with the clock of the database.
 */
@Injectable()
export class BoardChangeRates {
  private readonly sweeper: Sweeper;

  constructor(@Inject(POOL) pool: pg.Pool, background: BackgroundWork) {
    this.sweeper = background.sweeper({
      name: 'board-change-rates',
      everyMs: SWEEP_EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [(db) => db.query(forgetRates('board_change_rates'), [BATCH])],
    });
  }

  /** Sweeps now. Returns the number of accounts that were forgotten. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }

  /** Counts a change, which does not count if the transaction is rolled back. Fails with `limit.account`. */
  async count(tx: Queryable, accountId: string): Promise<void> {
    const { rowCount } = await tx.query({ name: 'count-board-change', text: COUNT, values: [accountId] });
    if (rowCount === 1) return;
    const { rows } = await tx.query<{ seconds: number }>({
      name: 'board-change-wait',
      text: WAIT,
      values: [accountId],
    });
    throw tooManyBoardChanges(PER_HOUR, rows[0]?.seconds ?? 1);
  }
}

const STEP = timeOfOne(PER_HOUR);

const COUNT = `
  INSERT INTO board_change_rates AS rate (account_id, spent_until) VALUES ($1, clock_timestamp() + ${STEP})
  ON CONFLICT (account_id) DO UPDATE SET spent_until = greatest(rate.spent_until, clock_timestamp()) + ${STEP}
  WHERE rate.spent_until <= clock_timestamp() + ${STEP} * ${BURST - 1}`;

const WAIT = `
  SELECT extract(epoch FROM spent_until - ${STEP} * ${BURST - 1} - clock_timestamp())::float8 AS seconds
  FROM board_change_rates WHERE account_id = $1`;
