import type { Contribution } from '../contribution.js';
import type { RankingChange } from './ranking-changes.decision.js';

/** What a change takes from one angler, and the species of theirs that it touches. */
export interface AnglerChange {
  /** What the batch takes from the angler, or changes. */
  readonly lost: readonly Contribution[];
  /** What the batch adds to the angler, or changes. */
  readonly gained: readonly Contribution[];
  readonly speciesIds: ReadonlySet<string>;
}

interface Draft {
  readonly lost: Contribution[];
  readonly gained: Contribution[];
  readonly speciesIds: Set<string>;
}

/** The anglers whose catches are in the change, read in one pass: a batch has as many anglers as steps. */
export const anglerChangesOf = ({
  before,
  steps,
}: Pick<RankingChange, 'before' | 'steps'>): ReadonlyMap<string, AnglerChange> => {
  const anglers = new Map<string, Draft>();
  for (const one of before) touch(anglers, one);
  for (const step of steps) {
    if (step.before) touch(anglers, step.before).lost.push(step.before);
    if (step.after) touch(anglers, step.after).gained.push(step.after);
  }
  return anglers;
};

const touch = (anglers: Map<string, Draft>, { anglerId, speciesId }: Contribution): Draft => {
  let known = anglers.get(anglerId);
  if (!known) {
    known = { lost: [], gained: [], speciesIds: new Set() };
    anglers.set(anglerId, known);
  }
  known.speciesIds.add(speciesId);
  return known;
};
