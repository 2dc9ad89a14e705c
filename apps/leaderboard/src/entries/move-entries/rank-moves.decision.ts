import type { Displaced } from '../entry.events.js';
import { byRank, type Score } from '../score.js';
import type { Move } from './moves.decision.js';

/** The max number of displaced entries that an event lists. */
export const MAX_DISPLACED = 10;

/** The entries of a board period that do not change during the batch. */
export interface UnchangedEntries {
  /** The number of entries that are better than a score. */
  countBetter(score: Score): number;
  /** The first `MAX_DISPLACED` entries that are worse than a score, best first. */
  nextWorse(score: Score): readonly Score[];
}

export interface RankedMove extends Move {
  readonly rank: number | null;
  readonly previousRank: number | null;
  readonly displaced: Displaced[];
}

/**
 * Applies the moves one after another and adds the ranks at each. `movers` are the entries of the moving anglers before
 * the first move.
 */
export const rankMoves = (
  moves: readonly Move[],
  movers: readonly Score[],
  unchanged: UnchangedEntries,
): RankedMove[] => {
  const moving = [...movers].sort(byRank);
  return moves.map((move) => {
    const previousRank = move.from && takeOut(moving, move.from, unchanged);
    if (move.to === null) return { ...move, rank: null, previousRank, displaced: [] };
    const at = indexIn(moving, move.to);
    const rank = 1 + unchanged.countBetter(move.to) + at;
    const followers = [...unchanged.nextWorse(move.to), ...moving.slice(at, at + MAX_DISPLACED)].sort(byRank);
    moving.splice(at, 0, move.to);
    return { ...move, rank, previousRank, displaced: displacedBy(rank, previousRank, followers) };
  });
};

const takeOut = (moving: Score[], score: Score, unchanged: UnchangedEntries): number => {
  const at = indexIn(moving, score);
  moving.splice(at, 1);
  return 1 + unchanged.countBetter(score) + at;
};

/** The index at which a list sorted by rank has a score, or would have it. */
const indexIn = (sorted: readonly Score[], score: Score): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other && byRank(other, score) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The entries between the new rank and the old one: each of them is one rank lower than before. */
const displacedBy = (rank: number, previousRank: number | null, followers: readonly Score[]): Displaced[] => {
  const passed = previousRank === null ? MAX_DISPLACED : Math.min(previousRank - rank, MAX_DISPLACED);
  return followers
    .slice(0, Math.max(passed, 0))
    .map(({ anglerId }, index) => ({ anglerId, rank: rank + index + 1, previousRank: rank + index }));
};
