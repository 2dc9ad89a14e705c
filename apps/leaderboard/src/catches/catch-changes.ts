import type { VerificationTier } from '@cds/contracts';
import { tierReaches } from '@cds/contracts';
import type { CatchFact, CatchHistory } from './catch-fact.js';

/** A catch before and after one of its versions; null when there was none. */
export interface CatchChange {
  readonly catchId: string;
  readonly before: CatchFact | null;
  readonly after: CatchFact | null;
  readonly traceparent: string | null;
  /** Whose catch it is, or `UNKNOWN_ACCOUNT`. */
  readonly accountId: string;
}

/** That of changes that the previous release added, and of events that tell none. */
export const UNKNOWN_ACCOUNT = '-';

/** The changes of a batch, step by step. */
export const changesOf = ({ before, steps }: CatchHistory): CatchChange[] => {
  const known = new Map(before.map((fact) => [fact.catchId, fact]));
  return steps.flatMap((fact) => {
    const { catchId, traceparent = null, accountId } = fact;
    const [from, to] = [whatThereIs(known.get(catchId)), whatThereIs(fact)];
    known.set(catchId, fact);
    if (isSame(from, to)) return [];
    return [{ catchId, before: from, after: to, traceparent, accountId: accountId ?? UNKNOWN_ACCOUNT }];
  });
};

/**
 * Those that may move an entry: of catches that count under the lowest tier that any board accepts, before or after the
 * change, and of catches that `wait` with an earlier change. With every change that waits comes all that the catch was
 * and became: a board that accepts lower tiers may be made meanwhile.
 */
export const countingAmong = (
  changes: readonly CatchChange[],
  lowestTier: VerificationTier,
  waiting: ReadonlySet<string>,
): CatchChange[] => {
  const added = new Set(waiting);
  return changes.filter((change) => {
    if (!counts(change, lowestTier) && !added.has(change.catchId)) return false;
    added.add(change.catchId);
    return true;
  });
};

/** The catches with a change that counts only if an earlier one of theirs waits. */
export const uncountedAmong = (changes: readonly CatchChange[], lowestTier: VerificationTier): string[] => [
  ...new Set(changes.filter((one) => one.before !== null && !counts(one, lowestTier)).map(({ catchId }) => catchId)),
];

const counts = ({ before, after }: CatchChange, lowestTier: VerificationTier): boolean =>
  [before, after].some((fact) => fact !== null && tierReaches(fact.verificationTier, lowestTier));

const whatThereIs = (fact: CatchFact | undefined): CatchFact | null =>
  fact === undefined || fact.deleted ? null : fact;

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
