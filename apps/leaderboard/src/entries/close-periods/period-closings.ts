import { POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { BackgroundWork } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { parsePeriod } from '../../boards/period.js';
import { PeriodCloser } from './period-closer.js';

const EVERY_MS = 60_000;
/** Catches of the period's last minutes are still being logged and verified when it ends. */
const GRACE_MS = 3_600_000;

/**
 * Publishes in the background that periods are over, an hour after their end by the clock of the database: nothing
 * takes back what a copy whose own clock is ahead has published too early.
 */
@Injectable()
export class PeriodClosings {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly closer: PeriodCloser,
    private readonly clock: Clock,
    background: BackgroundWork,
  ) {
    background.recurring({ name: 'period-closings', everyMs: EVERY_MS, jitter: true, run: () => this.run() });
  }

  /** Closes what is over. Returns the number of board periods. */
  async run(): Promise<number> {
    const { rows } = await this.pool.query<{ period: string; at: number }>(UNCLOSED);
    if (!rows[0]) return 0;
    const aheadMs = Date.now() - rows[0].at;
    const over = this.clock.now().getTime() - aheadMs - GRACE_MS;
    let closed = 0;
    for (const { period } of rows) {
      const endsAt = parsePeriod(period)?.endsAt;
      if (endsAt && endsAt.getTime() <= over) closed += await this.closer.close(period, { createdBefore: endsAt });
    }
    return closed;
  }
}

// A board whose period has entries has published that they entered, and has a row in `standings` since.
const UNCLOSED = `
  SELECT period, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at
  FROM standings WHERE closed_at IS NULL AND period <> 'all' GROUP BY period ORDER BY period`;
