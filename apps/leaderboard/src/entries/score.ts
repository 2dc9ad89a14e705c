import { tierReaches } from '@cds/contracts';
import type { BoardRule, Metric } from '../boards/board.js';
import type { CatchFact } from '../catches/catch-fact.js';

/** What ranks an angler on a board: one catch. `value` is in the unit of the board's metric: pounds for `heaviest`. */
export interface Score {
  readonly anglerId: string;
  readonly value: number;
  readonly achievedAt: Date;
  readonly catchId: string;
}

const VALUE: Readonly<Partial<Record<Metric, (fact: CatchFact) => number>>> = { heaviest: (fact) => fact.weightLbs };

const counts = (rule: BoardRule, fact: CatchFact): boolean =>
  !fact.deleted &&
  tierReaches(fact.verificationTier, rule.minVerificationTier) &&
  (rule.speciesId === null || rule.speciesId === fact.speciesId) &&
  (rule.region === null || rule.region === fact.region);

/** The score that a catch earns on a board; null when the catch does not count there. */
export const scoreOn = (rule: BoardRule, fact: CatchFact): Score | null =>
  counts(rule, fact)
    ? {
        anglerId: fact.anglerId,
        value: VALUE[rule.metric]?.(fact) ?? 0,
        achievedAt: fact.caughtAt,
        catchId: fact.catchId,
      }
    : null;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts the best first: by greater value, then earlier time, then smaller angler id, then smaller catch id. */
export const byRank = (a: Score, b: Score): number =>
  b.value - a.value ||
  a.achievedAt.getTime() - b.achievedAt.getTime() ||
  byText(a.anglerId, b.anglerId) ||
  byText(a.catchId, b.catchId);

export const sameScore = (a: Score | null, b: Score | null): boolean =>
  a === b || (a !== null && b !== null && byRank(a, b) === 0);

/** The best of some scores; null when there are none. */
export const bestOf = (scores: Iterable<Score>): Score | null => {
  let best: Score | null = null;
  for (const one of scores) if (best === null || byRank(one, best) < 0) best = one;
  return best;
};
