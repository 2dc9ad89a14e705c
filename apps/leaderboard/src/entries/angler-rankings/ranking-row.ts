import type { VerificationTier } from '@cds/contracts';
import type { Metric, PeriodKind } from '../../boards/board.js';
import type { RankingView } from './ranking-view.js';

/** An angler's entry on a board, without its rank. The rule is that of the entries that the board shows. */
export interface RankingRow {
  readonly board_id: string;
  readonly name: string;
  readonly metric: Metric;
  readonly species_id: string | null;
  readonly region: string | null;
  readonly min_verification_tier: VerificationTier;
  readonly kind: PeriodKind;
  readonly period: string;
  readonly period_id: number;
  readonly entry_count: number;
  readonly placement: number;
  readonly catch_id: string | null;
  readonly achieved_at: Date;
  readonly previous_rank: number | null;
}

export const rankingView = (row: RankingRow, rank: number): RankingView => ({
  board: {
    id: row.board_id,
    name: row.name,
    rule: {
      metric: row.metric,
      species_id: row.species_id,
      region: row.region,
      min_verification_tier: row.min_verification_tier,
      period: row.kind,
    },
  },
  period: row.period,
  rank,
  score: -row.placement / 1_000,
  catch_id: row.catch_id,
  achieved_at: row.achieved_at.toISOString(),
  previous_rank: row.previous_rank,
  entry_count: row.entry_count,
});
