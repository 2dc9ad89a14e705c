import type { Score } from '../score.js';

/** An entry before a batch. */
export interface KnownEntry {
  /** Where its row is, as a number: so long as the transaction that read it holds the writer's lock. */
  readonly row: number;
  readonly score: Score;
  readonly catches: number;
  readonly previousRank: number | null;
  readonly knownFrom: number;
}
