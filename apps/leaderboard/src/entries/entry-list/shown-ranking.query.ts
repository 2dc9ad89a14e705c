import type { Queryable } from '@cds/postgres';
import { throwIfAny } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import { boardNotFound, refuseMalformed } from '../../boards/board.errors.js';
import { type Metric, PERIOD_KINDS, type PeriodKind } from '../../boards/board.js';
import { type Period, periodOf } from '../../boards/period.js';
import { refuseForgotten } from './refuse-forgotten.js';

/** What is asked of a board: the current period, or another one, as it is or as it was. */
export interface ShownPeriod {
  readonly boardId: string;
  /** Undefined: the one that is current at `at`. */
  readonly period: Period | undefined;
  readonly at: Date;
  /** Whether `at` is now: what a board shows then does not depend on the clocks of those who switched it. */
  readonly isCurrent: boolean;
}

/** The entries that a board shows, or showed, in one period. */
export interface ShownRanking {
  readonly metric: Metric;
  /** The id of the period. */
  readonly period: string;
  /** Null when there has been no entry. */
  readonly periodId: number | null;
  readonly entryCount: number;
}

interface ShowingRow {
  board_metric: Metric;
  board_period: PeriodKind;
  metric: Metric | null;
  period: PeriodKind | null;
  period_id: number | null;
  entry_count: number | null;
}

/** Finds which entries a board shows. While its rule is being changed, they are those of the rule before. */
@Injectable()
export class ShownRankingQuery {
  /**
   * Fails with `leaderboard.not_found`, and with `request.invalid` for a period of a kind that the board has not, and
   * for a time of which it is not known any more what the board showed.
   */
  async execute(db: Queryable, { boardId, period, at, isCurrent }: ShownPeriod): Promise<ShownRanking> {
    refuseMalformed(boardId);
    const idOf = (kind: PeriodKind): string => (period ?? periodOf(kind, at)).id;
    const periods = Object.fromEntries(PERIOD_KINDS.map((kind) => [kind, idOf(kind)]));
    const values = [boardId, isCurrent ? null : at.toISOString(), JSON.stringify(periods)];
    const showing = (await db.query<ShowingRow>({ name: 'showing-ranking', text: SHOWING, values })).rows[0];
    if (!showing) throw boardNotFound(boardId);
    if (showing.metric === null && !isCurrent) await refuseForgotten(db, boardId, at);
    const kind = showing.period ?? showing.board_period;
    if (period && period.kind !== kind && period.kind !== showing.board_period) refusePeriod(showing.board_period);
    return {
      metric: showing.metric ?? showing.board_metric,
      period: idOf(kind),
      periodId: showing.period_id,
      entryCount: showing.entry_count ?? 0,
    };
  }
}

const EXAMPLES: Readonly<Record<PeriodKind, string>> = {
  all_time: 'all',
  year: 'years such as 2026',
  month: 'months such as 2026-11',
  week: 'weeks such as 2026-W47',
};

const refusePeriod = (kind: PeriodKind): never => {
  const detail = `is of another kind than those of this board: it has ${EXAMPLES[kind]}`;
  throwIfAny({ invalid: [{ parameter: 'period', code: 'format', detail }] });
  throw new Error('a violation is thrown');
};

const SHOWING = `
  SELECT boards.metric AS board_metric, boards.period AS board_period, ranking.metric, ranking.period,
    part.id AS period_id, part.entry_count
  FROM boards
  LEFT JOIN board_rankings AS serving ON serving.board_id = boards.id
    AND coalesce(serving.served_from <= $2::timestamptz, true)
    AND coalesce($2::timestamptz < serving.served_until, serving.served_until IS NULL)
  LEFT JOIN rankings AS ranking ON ranking.id = serving.ranking_id
  LEFT JOIN ranking_periods AS part ON part.ranking_id = ranking.id AND part.period = $3::jsonb ->> ranking.period
  WHERE boards.id = $1`;
