import type { CatchChange } from '../../catches/catch-changes.js';
import { byPosition, type Ranking } from '../rankings/ranking.js';
import { type Contribution, contributionOf, sameContribution } from '../contribution.js';

/** What a catch adds in a period before and after one of its versions. */
export interface ContributionStep {
  readonly before: Contribution | null;
  readonly after: Contribution | null;
  readonly traceparent: string | null;
}

/** How a batch changes a ranking in one period. */
export interface RankingChange {
  readonly ranking: Ranking;
  readonly period: string;
  /** What the catches of the batch added before it, also those that add the same after it. */
  readonly before: readonly Contribution[];
  readonly steps: readonly ContributionStep[];
}

interface Draft extends RankingChange {
  readonly before: Contribution[];
  readonly steps: ContributionStep[];
}

/**
 * How a batch of catches changes each of these rankings. Periods in which nothing changes are left out. Each ranking is
 * computed when it is asked for: garbage collection would copy whatever waits for its group until the end of a batch.
 */
export function* rankingChangesOf(
  changes: readonly CatchChange[],
  rankings: readonly Ranking[],
): Generator<RankingChange> {
  const ofSpecies = bySpecies(changes);
  const firsts = firstOfEach(changes);
  for (const ranking of rankings) {
    const { speciesId } = ranking.rule;
    yield* changesOf(ranking, speciesId === null ? changes : (ofSpecies.get(speciesId) ?? []), firsts);
  }
}

/** The first change of each catch: what it was before is what it was before the batch. */
const firstOfEach = (changes: readonly CatchChange[]): ReadonlySet<CatchChange> => {
  const firsts = new Map<string, CatchChange>();
  for (const change of changes) if (!firsts.has(change.catchId)) firsts.set(change.catchId, change);
  return new Set(firsts.values());
};

/** The changes of catches that are of a species before or after: all others are nothing to its rankings. */
const bySpecies = (changes: readonly CatchChange[]): ReadonlyMap<string, CatchChange[]> => {
  const found = new Map<string, CatchChange[]>();
  const add = (speciesId: string, change: CatchChange): void => {
    const known = found.get(speciesId);
    if (known) known.push(change);
    else found.set(speciesId, [change]);
  };
  for (const change of changes) {
    const [from, to] = [change.before?.speciesId, change.after?.speciesId];
    if (from !== undefined) add(from, change);
    if (to !== undefined && to !== from) add(to, change);
  }
  return found;
};

const changesOf = (
  ranking: Ranking,
  changes: readonly CatchChange[],
  firsts: ReadonlySet<CatchChange>,
): RankingChange[] => {
  const drafts = new Map<string, Draft>();
  for (const change of changes) {
    const { traceparent } = change;
    const [from, to] = [contributionIn(ranking, change.before), contributionIn(ranking, change.after)];
    if (from && firsts.has(change)) draftOf(drafts, ranking, from.period).before.push(from);
    if (sameContribution(from, to)) continue;
    const isMoved = from !== null && to !== null && from.period !== to.period;
    if (from) {
      const step = { before: from, after: isMoved ? null : to, traceparent };
      draftOf(drafts, ranking, from.period).steps.push(step);
    }
    if (to && (from === null || isMoved))
      draftOf(drafts, ranking, to.period).steps.push({ before: null, after: to, traceparent });
  }
  return [...drafts.values()].filter(({ steps }) => steps.length > 0);
};

/** Catches that a ranking does not have yet which is being filled are left to the filler. */
const contributionIn = ({ rule, filledThrough }: Ranking, fact: CatchChange['before']): Contribution | null => {
  if (fact === null) return null;
  if (filledThrough === null) return contributionOf(rule, fact);
  const { anglerId, caughtAt, catchId } = fact;
  const position = { anglerId, caughtAt: caughtAt.getTime(), catchId };
  return byPosition(position, filledThrough) <= 0 ? contributionOf(rule, fact) : null;
};

const draftOf = (drafts: Map<string, Draft>, ranking: Ranking, period: string): Draft => {
  const known = drafts.get(period);
  if (known) return known;
  const made: Draft = { ranking, period, before: [], steps: [] };
  drafts.set(period, made);
  return made;
};
