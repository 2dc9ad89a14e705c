import type { VerificationTier } from '@cds/contracts';

export type Metric = 'heaviest';
export type PeriodKind = 'all_time';

/** What a board is: which catches count on it, and what ranks them. Null means all of them. */
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

/** `heaviest` from tier `photo` up, of one species or of all, over all time. */
export const heaviestOf = (speciesId: string | null): BoardRule => ({
  metric: 'heaviest',
  speciesId,
  region: null,
  minVerificationTier: 'photo',
  period: 'all_time',
});
