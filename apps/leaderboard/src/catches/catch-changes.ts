import type { VerificationTier } from '@cds/contracts';
import { tierReaches } from '@cds/contracts';
import type { CatchFact, CatchHistory } from './catch-fact.js';

/** A catch before and after one of its versions; null when there was none. */
export interface CatchChange {
  readonly catchId: string;
  readonly before: CatchFact | null;
  readonly after: CatchFact | null;
  readonly traceparent: string | null;
  /** Whose catch it is; null if its event did not tell. */
  readonly accountId: string | null;
}

/**
 * The changes of a batch that may move an entry, step by step. `lowestTier` is the lowest tier that any board accepts:
 * a catch below it counts nowhere.
 */
export const changesOf = ({ before, steps }: CatchHistory, lowestTier: VerificationTier): CatchChange[] => {
  const known = new Map(before.map((fact) => [fact.catchId, fact]));
  const counting = (fact: CatchFact | null): CatchFact | null =>
    fact !== null && !fact.deleted && tierReaches(fact.verificationTier, lowestTier) ? fact : null;
  return steps.flatMap((fact) => {
    const [from, to] = [counting(known.get(fact.catchId) ?? null), counting(fact)];
    known.set(fact.catchId, fact);
    if (isSame(from, to)) return [];
    const { catchId, traceparent = null, accountId = null } = fact;
    return [{ catchId, before: from, after: to, traceparent, accountId }];
  });
};

const isSame = (a: CatchFact | null, b: CatchFact | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.anglerId === b.anglerId &&
    a.speciesId === b.speciesId &&
    a.weightLbs === b.weightLbs &&
    a.lengthIn === b.lengthIn &&
    a.depthFt === b.depthFt &&
    a.region === b.region &&
    a.verificationTier === b.verificationTier &&
    a.caughtAt.getTime() === b.caughtAt.getTime());
