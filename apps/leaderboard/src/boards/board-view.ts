import type { VerificationTier } from '@cds/contracts';
import type { Metric, PeriodKind } from './board.js';
import { currentPeriod } from './period.js';

/** A board as the API shows it. */
export interface BoardView {
  id: string;
  name: string;
  rule: {
    metric: Metric;
    species_id: string | null;
    region: string | null;
    min_verification_tier: VerificationTier;
    period: PeriodKind;
  };
  current_period: { id: string; starts_at: string | null; ends_at: string | null };
  /** When the next period begins; null on a board that never starts anew. */
  next_reset_at: string | null;
  entry_count: number;
  created_at: string;
  updated_at: string;
}

/** Boards as `boardView` takes them. A board of all time has one standing; its entries are those of the current period. */
export const SELECT_BOARDS = `
  SELECT board.id, name, metric, species_id, region, min_verification_tier, board.period, created_at, updated_at, standing.entry_count
  FROM boards board JOIN standings standing ON standing.board_id = board.id`;


export interface BoardViewRow {
  id: string;
  name: string;
  metric: Metric;
  species_id: string | null;
  region: string | null;
  min_verification_tier: VerificationTier;
  period: PeriodKind;
  created_at: Date;
  updated_at: Date;
  entry_count: number;
}

export const boardView = (row: BoardViewRow): BoardView => {
  const { id, startsAt, endsAt } = currentPeriod(row.period);
  return {
    id: row.id,
    name: row.name,
    rule: {
      metric: row.metric,
      species_id: row.species_id,
      region: row.region,
      min_verification_tier: row.min_verification_tier,
      period: row.period,
    },
    current_period: { id, starts_at: startsAt?.toISOString() ?? null, ends_at: endsAt?.toISOString() ?? null },
    next_reset_at: endsAt?.toISOString() ?? null,
    entry_count: row.entry_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
};
