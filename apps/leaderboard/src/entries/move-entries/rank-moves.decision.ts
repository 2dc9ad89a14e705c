import type { Displaced } from '../entry.events.js';
import { byRank, type Placing } from '../placing.js';
import type { Move } from './moves.decision.js';

/** An event names this many of the displaced at most. */
export const MAX_DISPLACED = 10;

/** The entries of a board period that stay where they are during the batch. */
export interface UnchangedEntries {
  /** How many of them are better than a placing. */
  countBetter(placing: Placing): number;
  /** The first `MAX_DISPLACED` of them that are worse than a placing, best first. */
  nextWorse(placing: Placing): readonly Placing[];
}

export interface RankedMove extends Move {
  readonly rank: number | null;
  readonly previousRank: number | null;
  readonly displaced: Displaced[];
}

/**
 * Plays the moves one after another and tells the ranks at each. `movers` are the entries of the moving anglers before
 * the first move.
 */
export const rankMoves = (
  moves: readonly Move[],
  movers: readonly Placing[],
  unchanged: UnchangedEntries,
): RankedMove[] => {
  const moving = [...movers].sort(byRank);
  return moves.map((move) => {
    const previousRank = move.from && takeOut(moving, move.from, unchanged);
    if (move.to === null) return { ...move, rank: null, previousRank, displaced: [] };
    const at = placeOf(moving, move.to);
    const rank = 1 + unchanged.countBetter(move.to) + at;
    const followers = [...unchanged.nextWorse(move.to), ...moving.slice(at, at + MAX_DISPLACED)].sort(byRank);
    moving.splice(at, 0, move.to);
    return { ...move, rank, previousRank, displaced: displacedBy(rank, previousRank, followers) };
  });
};

const takeOut = (moving: Placing[], placing: Placing, unchanged: UnchangedEntries): number => {
  const at = placeOf(moving, placing);
  moving.splice(at, 1);
  return 1 + unchanged.countBetter(placing) + at;
};

/** Where a placing stands, or would stand, in a list sorted by rank. */
const placeOf = (sorted: readonly Placing[], placing: Placing): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other && byRank(other, placing) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Those between the new rank and the old one: each is one place further down. */
const displacedBy = (rank: number, previousRank: number | null, followers: readonly Placing[]): Displaced[] => {
  const passed = previousRank === null ? MAX_DISPLACED : Math.min(previousRank - rank, MAX_DISPLACED);
  return followers
    .slice(0, Math.max(passed, 0))
    .map(({ anglerId }, index) => ({ anglerId, rank: rank + index + 1, previousRank: rank + index }));
};
