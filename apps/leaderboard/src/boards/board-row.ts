import type { VerificationTier } from '@cds/contracts';
import type { BoardRule, Metric, PeriodKind } from './board.js';

/** A board, with what its answer needs beside its entries. */
export interface BoardRow {
  readonly id: string;
  readonly name: string;
  readonly metric: Metric;
  readonly species_id: string | null;
  readonly region: string | null;
  readonly min_verification_tier: VerificationTier;
  readonly period: PeriodKind;
  /** Null on built-in boards. */
  readonly account_id: string | null;
  /** Whether its account gave the name, instead of the rule. */
  readonly is_named: boolean;
  /** Counts changes of name and rule. */
  readonly version: number;
  readonly is_filling: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const BOARD_COLUMNS = `boards.id, boards.name, boards.metric, boards.species_id, boards.region,
  boards.min_verification_tier, boards.period, boards.account_id, boards.is_named, boards.version, boards.created_at,
  boards.updated_at, EXISTS (SELECT FROM board_jobs AS job WHERE job.board_id = boards.id) AS is_filling`;

export const ruleOf = (row: BoardRow): BoardRule => ({
  metric: row.metric,
  speciesId: row.species_id,
  region: row.region,
  minVerificationTier: row.min_verification_tier,
  period: row.period,
});
