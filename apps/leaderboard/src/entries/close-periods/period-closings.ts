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
    background.recurring({
      name: 'period-closings',
      everyMs: EVERY_MS,
      jitter: true,
      run: (signal) => this.run(signal),
    });
  }

  /** Closes what is over, the latest first. Returns the number of board periods. */
  async run(signal?: AbortSignal): Promise<number> {
    const { rows } = await this.pool.query<UnclosedRow>(UNCLOSED);
    if (!rows[0]) return 0;
    const aheadMs = Date.now() - rows[0].at;
    const over = this.clock.now().getTime() - aheadMs - GRACE_MS;
    let closed = 0;
    for (const { period, endsAt } of rows.flatMap(toEnding).sort((a, b) => b.endsAt.getTime() - a.endsAt.getTime())) {
      if (signal?.aborted) break;
      if (endsAt.getTime() <= over) closed += await this.closer.close(period, { createdBefore: endsAt });
    }
    return closed;
  }
}

interface UnclosedRow {
  readonly period: string;
  /** When the oldest of its boards was made. */
  readonly since: Date;
  readonly at: number;
}

/** A period that was over before any of its boards was made is never closed. */
const toEnding = ({ period, since }: UnclosedRow): { readonly period: string; readonly endsAt: Date }[] => {
  const endsAt = parsePeriod(period)?.endsAt;
  return endsAt && since < endsAt ? [{ period, endsAt }] : [];
};

// A board whose period has entries has published that they entered, and has a row in `standings` since.
const UNCLOSED = `
  SELECT standings.period, min(boards.created_at) AS since, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at
  FROM standings JOIN boards ON boards.id = standings.board_id
  WHERE standings.closed_at IS NULL AND standings.period <> 'all' GROUP BY standings.period`;
