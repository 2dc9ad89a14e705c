import { POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { BackgroundWork } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PERIOD_KINDS } from '../../boards/board.js';
import { currentPeriod, parsePeriod } from '../../boards/period.js';
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
    const now = await this.now();
    const current = PERIOD_KINDS.map((kind) => currentPeriod(kind, now).id);
    const { rows } = await this.pool.query<UnclosedRow>(UNCLOSED, [current]);
    const over = now.getTime() - GRACE_MS;
    let closed = 0;
    for (const { period, endsAt } of rows.flatMap(toEnding).sort((a, b) => b.endsAt.getTime() - a.endsAt.getTime())) {
      if (signal?.aborted) break;
      if (endsAt.getTime() <= over) closed += await this.closer.close(period, { createdBefore: closingOf(endsAt) });
    }
    return closed;
  }

  private async now(): Promise<Date> {
    const { rows } = await this.pool.query<{ at: number }>(NOW);
    const aheadMs = Date.now() - (rows[0]?.at ?? Date.now());
    return new Date(this.clock.now().getTime() - aheadMs);
  }
}

interface UnclosedRow {
  readonly period: string;
  /** When the oldest of its boards was made. */
  readonly since: Date;
}

/** Later boards show a period that others have announced already, and many more that were over before. */
const closingOf = (endsAt: Date): Date => new Date(endsAt.getTime() + GRACE_MS);

/** A period that was to be closed before any of its boards was made is never closed. */
const toEnding = ({ period, since }: UnclosedRow): { readonly period: string; readonly endsAt: Date }[] => {
  const endsAt = parsePeriod(period)?.endsAt;
  return endsAt && since < closingOf(endsAt) ? [{ period, endsAt }] : [];
};

const NOW = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at';

// A board whose period has entries has published that they entered, and has a row in `standings` since. One without
// entries has nothing to announce: closing its period would take the writer's lock each minute, for ever.
const UNCLOSED = `
  SELECT standings.period, min(boards.created_at) AS since
  FROM standings JOIN boards ON boards.id = standings.board_id
  JOIN board_rankings AS shown ON shown.board_id = boards.id AND shown.served_until IS NULL
  JOIN ranking_periods AS part ON part.ranking_id = shown.ranking_id AND part.period = standings.period
  WHERE standings.closed_at IS NULL AND standings.period <> ALL($1) AND part.entry_count > 0
  GROUP BY standings.period`;
