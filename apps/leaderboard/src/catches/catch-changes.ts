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

/**
 * The changes of a batch, step by step, that may move an entry: those of catches that count under the lowest tier that
 * any board accepts, before or after the change, and those of catches that `wait` with an earlier change. With every
 * change that waits comes all that the catch was and became: a board that accepts lower tiers may be made meanwhile.
 */
export const changesOf = (
  { before, steps }: CatchHistory,
  lowestTier: VerificationTier,
  waiting: ReadonlySet<string>,
): CatchChange[] => {
  const known = new Map(before.map((fact) => [fact.catchId, fact]));
  const added = new Set(waiting);
  const counts = (fact: CatchFact | null): boolean => fact !== null && tierReaches(fact.verificationTier, lowestTier);
  return steps.flatMap((fact) => {
    const { catchId, traceparent = null } = fact;
    const accountId = fact.accountId ?? UNKNOWN_ACCOUNT;
    const [from, to] = [whatThereIs(known.get(catchId)), whatThereIs(fact)];
    known.set(catchId, fact);
    if (isSame(from, to) || !(counts(from) || counts(to) || added.has(catchId))) return [];
    added.add(catchId);
    return [{ catchId, before: from, after: to, traceparent, accountId }];
  });
};

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
