import type { Score } from '../score.js';
import type { KnownEntry } from './known-entry.js';
import type { RankedMove } from './rank-moves.decision.js';

/** What an entry was before. */
export interface FormerEntry {
  readonly score: Score;
  readonly previousRank: number | null;
  readonly knownFrom: number;
  readonly knownUntil: number;
}

/** What becomes of an angler's entry in a batch. */
export interface EntryResult {
  /** Null when the angler left. */
  readonly score: Score | null;
  readonly previousRank: number | null;
  readonly knownFrom: number;
  /** Until when the entry was what it was before the batch; null where that was no entry. */
  readonly knownUntil: number | null;
  /** What it was meanwhile. */
  readonly between: readonly FormerEntry[];
}

/**
 * The times from which readers of a past moment see each of the moves. Each published move has one of its own, so that
 * the board at that time is the board with this move and none after it. The times begin at `from`.
 */
export const timesOf = (moves: readonly RankedMove[], from: number): number[] => {
  let at = from;
  return moves.map(({ isPublished }) => (isPublished === true ? at++ : at));
};

const NOTHING: readonly FormerEntry[] = [];

/** An angler's entry after some of the moves of its period. Those at the same time count as one. */
export const resultOf = (
  entry: KnownEntry | undefined,
  indexes: readonly number[],
  moves: readonly RankedMove[],
  times: readonly number[],
): EntryResult => {
  let between: FormerEntry[] | undefined;
  let state: Omit<FormerEntry, 'score' | 'knownUntil'> & Pick<EntryResult, 'score'> = entry ?? NO_ENTRY;
  let isFirst = true;
  for (const index of indexes) {
    const [move, at] = [moves[index], times[index]];
    if (!move || at === undefined) continue;
    const { score, previousRank, knownFrom } = state;
    if (!isFirst && score !== null && knownFrom !== at) {
      between ??= [];
      between.push({ score, previousRank, knownFrom, knownUntil: at });
    }
    isFirst = false;
    state = { score: move.to, previousRank: move.previousRank ?? null, knownFrom: at };
  }
  const knownUntil = entry ? (times[indexes[0] ?? 0] ?? null) : null;
  return { ...state, knownUntil, between: between ?? NOTHING };
};

const NO_ENTRY = { score: null, previousRank: null, knownFrom: 0 };
