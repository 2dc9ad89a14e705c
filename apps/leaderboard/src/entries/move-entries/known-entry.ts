import type { Score } from '../score.js';

/** An entry before a batch. */
export interface KnownEntry {
  readonly score: Score;
  readonly catches: number;
  readonly previousRank: number | null;
  readonly knownFrom: Date;
}
