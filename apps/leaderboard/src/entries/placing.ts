import { tierReaches } from '@cds/contracts';
import type { BoardRule, Metric } from '../boards/board.js';
import type { CatchFact } from '../catches/catch-fact.js';

/** What an angler is ranked by on a board. The score is in the metric's unit: pounds for `heaviest`. */
export interface Placing {
  readonly anglerId: string;
  readonly score: number;
  readonly achievedAt: Date;
  readonly catchId: string;
}

const SCORE: Readonly<Record<Metric, (fact: CatchFact) => number>> = { heaviest: (fact) => fact.weightLbs };

const counts = (rule: BoardRule, fact: CatchFact): boolean =>
  !fact.deleted &&
  tierReaches(fact.verificationTier, rule.minVerificationTier) &&
  (rule.speciesId === null || rule.speciesId === fact.speciesId) &&
  (rule.region === null || rule.region === fact.region);

/** The placing that a catch gives its angler on a board; null when the catch does not count there. */
export const placingOn = (rule: BoardRule, fact: CatchFact): Placing | null =>
  counts(rule, fact)
    ? { anglerId: fact.anglerId, score: SCORE[rule.metric](fact), achievedAt: fact.caughtAt, catchId: fact.catchId }
    : null;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Best first: greater score, then who got there first, then the smaller angler id, then the smaller catch id. */
export const byRank = (a: Placing, b: Placing): number =>
  b.score - a.score ||
  a.achievedAt.getTime() - b.achievedAt.getTime() ||
  byText(a.anglerId, b.anglerId) ||
  byText(a.catchId, b.catchId);

export const samePlacing = (a: Placing | null, b: Placing | null): boolean =>
  a === b || (a !== null && b !== null && byRank(a, b) === 0);

/** The best of some placings; null of none. */
export const bestOf = (placings: Iterable<Placing>): Placing | null => {
  let best: Placing | null = null;
  for (const one of placings) if (best === null || byRank(one, best) < 0) best = one;
  return best;
};
