import type { VerificationTier } from '@cds/contracts';

export type Metric = 'heaviest';
export type PeriodKind = 'all_time';

/** The rule of a board: which catches count, and what ranks them. Null means that all species or regions count. */
export interface BoardRule {
  readonly metric: Metric;
  readonly speciesId: string | null;
  readonly region: string | null;
  readonly minVerificationTier: VerificationTier;
  readonly period: PeriodKind;
}

export interface Board {
  readonly id: string;
  readonly name: string;
  readonly rule: BoardRule;
}

/** The rule of the built-in boards: `heaviest`, from tier `photo`, of one species or all, for all time. */
export const heaviestOf = (speciesId: string | null): BoardRule => ({
  metric: 'heaviest',
  speciesId,
  region: null,
  minVerificationTier: 'photo',
  period: 'all_time',
});
