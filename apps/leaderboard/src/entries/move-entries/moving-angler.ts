import type { Contribution } from '../contribution.js';
import type { Score } from '../score.js';
import type { Account } from './accounts.js';
import type { KnownEntry } from './known-entry.js';
import type { Move } from './move.js';
import type { AnglerIn } from './ranked-entries.store.js';
import type { RankingChange } from './ranking-changes.decision.js';

/**
 * An angler whose catches a batch changes in one period of a ranking. All that is found out of them is kept here: a
 * batch has tens of thousands of them, and a map by angler for each fact took a third of the time to compute with.
 */
export class MovingAngler implements AnglerIn {
  private lostOnes: Contribution[] | undefined;
  private gainedOnes: Contribution[] | undefined;
  private species: string[] | undefined;
  private moveIndexes: number[] | undefined;
  private known: KnownEntry | undefined;
  /** What their catches make; undefined until it is known what those that the batch does not change do. */
  account: Account | undefined = undefined;
  /** What ranks them after the moves so far; null without an entry. */
  score: Score | null = null;

  constructor(
    readonly anglerId: string,
    readonly periodId: number,
  ) {}

  /** The entry before the batch. */
  get entry(): KnownEntry | undefined {
    return this.known;
  }

  set entry(entry: KnownEntry | undefined) {
    this.known = entry;
    this.score = entry?.score ?? null;
  }

  /** What the batch takes from the angler, or changes. */
  get lost(): readonly Contribution[] {
    return this.lostOnes ?? NONE;
  }

  /** What the batch adds to the angler, or changes. */
  get gained(): readonly Contribution[] {
    return this.gainedOnes ?? NONE;
  }

  /** The species that the batch touches. */
  get speciesIds(): readonly string[] {
    return this.species ?? NONE;
  }

  /** Which of the moves of the period are theirs. */
  get moves(): readonly number[] {
    return this.moveIndexes ?? NONE;
  }

  has({ speciesId }: Contribution): this {
    if (!this.species?.includes(speciesId)) this.species = added(this.species, speciesId);
    return this;
  }

  loses(contribution: Contribution): void {
    this.lostOnes = added(this.has(contribution).lostOnes, contribution);
  }

  gains(contribution: Contribution): void {
    this.gainedOnes = added(this.has(contribution).gainedOnes, contribution);
  }

  /** The next of all moves of the period, by which their entry comes to a score. */
  moveTo(to: Score | null, traceparent: string | null, index: number): Move {
    const move = { anglerId: this.anglerId, from: this.score, to, traceparent };
    this.moveIndexes = added(this.moveIndexes, index);
    this.score = to;
    return move;
  }
}

/** The anglers whose catches are in a change, read in one pass: a batch has as many anglers as steps. */
export const movingAnglersOf = (
  { before, steps }: Pick<RankingChange, 'before' | 'steps'>,
  periodId: number,
): ReadonlyMap<string, MovingAngler> => {
  const anglers = new Map<string, MovingAngler>();
  const of = ({ anglerId }: Contribution): MovingAngler => {
    let known = anglers.get(anglerId);
    if (!known) {
      known = new MovingAngler(anglerId, periodId);
      anglers.set(anglerId, known);
    }
    return known;
  };
  for (const one of before) of(one).has(one);
  for (const step of steps) {
    if (step.before) of(step.before).loses(step.before);
    if (step.after) of(step.after).gains(step.after);
  }
  return anglers;
};

const NONE: readonly never[] = [];

/** Most lists have one element, for which `[one]` has room; `push` makes room for seventeen. */
const added = <T>(list: T[] | undefined, one: T): T[] => {
  if (!list) return [one];
  list.push(one);
  return list;
};
