import { POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { AccountRates, BackgroundWork } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { tooManyBoardChanges } from '../boards/board.errors.js';

const PER_HOUR = 600;

/**
 * Bounds how often an account creates boards and changes their rules: each time entries are computed anew, and up to
 * two hundred events tell everybody what changed.
 */
@Injectable()
export class BoardChangeRates extends AccountRates {
  constructor(@Inject(POOL) pool: pg.Pool, background: BackgroundWork) {
    const rate = { table: 'board_change_rates', burst: 500, perHour: PER_HOUR };
    super(pool, background, { name: 'board-change-rates', ...rate });
  }

  /** Counts a change, which does not count if the transaction is rolled back. Fails with `limit.account`. */
  async count(tx: Queryable, accountId: string): Promise<void> {
    const waitSeconds = await this.spend(tx, accountId);
    if (waitSeconds !== undefined) throw tooManyBoardChanges(PER_HOUR, waitSeconds);
  }
}
