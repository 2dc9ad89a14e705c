import { tierReaches } from '@cds/contracts';
import type { BoardRule, Metric } from '../boards/board.js';
import { periodIdOf } from '../boards/period.js';
import type { CatchFact } from '../catches/catch-fact.js';
import { placementOf } from './score.js';

/** What a catch adds to a ranking. */
export interface Contribution {
  readonly anglerId: string;
  readonly period: string;
  readonly speciesId: string;
  readonly placement: number;
  /** Milliseconds since 1970. */
  readonly caughtAt: number;
  readonly catchId: string;
}

/** How the catches of an angler become a score: the best of them, their sum, or the number of their species. */
export type Counting = 'best' | 'sum' | 'species';

export const COUNTING: Readonly<Record<Metric, Counting>> = {
  heaviest: 'best',
  deepest: 'best',
  longest: 'best',
  total_weight: 'sum',
  catch_count: 'sum',
  species_count: 'species',
};

const VALUE: Readonly<Record<Metric, (fact: CatchFact) => number | null>> = {
  heaviest: (fact) => fact.weightLbs,
  deepest: (fact) => fact.depthFt,
  longest: (fact) => fact.lengthIn,
  total_weight: (fact) => fact.weightLbs,
  catch_count: () => 1,
  species_count: () => 1,
};

const counts = (rule: BoardRule, fact: CatchFact): boolean =>
  !fact.deleted &&
  tierReaches(fact.verificationTier, rule.minVerificationTier) &&
  (rule.speciesId === null || rule.speciesId === fact.speciesId) &&
  (rule.region === null || rule.region === fact.region);

/** What a catch adds under a rule; null when it does not count, or does not state what the metric measures. */
export const contributionOf = (rule: BoardRule, fact: CatchFact | null): Contribution | null => {
  const value = fact && counts(rule, fact) ? VALUE[rule.metric](fact) : null;
  if (fact === null || value === null) return null;
  const { anglerId, speciesId, caughtAt, catchId } = fact;
  return {
    anglerId,
    period: periodIdOf(rule.period, caughtAt),
    speciesId,
    placement: placementOf(value),
    caughtAt: caughtAt.getTime(),
    catchId,
  };
};

export const sameContribution = (a: Contribution | null, b: Contribution | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.anglerId === b.anglerId &&
    a.period === b.period &&
    a.speciesId === b.speciesId &&
    a.placement === b.placement &&
    a.caughtAt === b.caughtAt);
