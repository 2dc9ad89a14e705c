import type { Score } from '../score.js';
import type { KnownEntry } from './known-entry.js';
import type { RankedMove } from './rank-moves.decision.js';

/** A move with the time from which readers of a past moment see it. */
export interface TimedMove extends RankedMove {
  readonly at: number;
}

/** What an entry was before. */
export interface FormerEntry {
  readonly score: Score;
  readonly previousRank: number | null;
  readonly knownFrom: number;
  readonly knownUntil: number;
}

/** What becomes of an angler's entry in a batch. */
export interface EntryResult {
  readonly anglerId: string;
  /** Null when the angler left. */
  readonly score: Score | null;
  readonly previousRank: number | null;
  readonly knownFrom: number;
  readonly former: readonly FormerEntry[];
}

/**
 * Gives each published move a time of its own, so that the board at that time is the board with this move and none
 * after it. The times begin at `from`.
 */
export const timed = (moves: readonly RankedMove[], from: number): TimedMove[] => {
  let at = from;
  return moves.map((move) => ({ ...move, at: move.isPublished ? at++ : at }));
};

/** The entries after the moves, and what they were meanwhile. Moves of one angler at the same time count as one. */
export const resultsOf = (moves: readonly TimedMove[], entries: ReadonlyMap<string, KnownEntry>): EntryResult[] =>
  [...Map.groupBy(moves, ({ anglerId }) => anglerId)].map(([anglerId, ofOne]) => resultOf(anglerId, ofOne, entries));

const resultOf = (
  anglerId: string,
  moves: readonly TimedMove[],
  entries: ReadonlyMap<string, KnownEntry>,
): EntryResult => {
  const lasting = moves.length === 1 ? moves : moves.filter(({ at }, index) => moves[index + 1]?.at !== at);
  let state: Omit<FormerEntry, 'knownUntil'> | null = entries.get(anglerId) ?? null;
  const former: FormerEntry[] = [];
  for (const { at, to, previousRank } of lasting) {
    if (state !== null) former.push({ ...state, knownUntil: at });
    state = to && { score: to, previousRank: previousRank ?? null, knownFrom: at };
  }
  const knownFrom = lasting.at(-1)?.at ?? 0;
  return { anglerId, score: state?.score ?? null, previousRank: state?.previousRank ?? null, knownFrom, former };
};
