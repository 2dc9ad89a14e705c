import type { VerificationTier } from '@cds/contracts';

export const METRICS = ['heaviest', 'deepest', 'longest', 'total_weight', 'catch_count', 'species_count'] as const;
/**
 * What ranks anglers: their best catch by weight, depth or length, or the sum of the weights, the number of the catches
 * or the number of the species of all their catches. Weight in pounds, depth in feet, length in inches.
 */
export type Metric = (typeof METRICS)[number];

export const PERIOD_KINDS = ['all_time', 'year', 'month', 'week'] as const;
/** How often a board starts anew, in UTC. */
export type PeriodKind = (typeof PERIOD_KINDS)[number];

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

/** The rule of a built-in board: `heaviest`, from tier `photo`, of one species or all. */
export const heaviestOf = (speciesId: string | null, period: PeriodKind = 'all_time'): BoardRule => ({
  metric: 'heaviest',
  speciesId,
  region: null,
  minVerificationTier: 'photo',
  period,
});
