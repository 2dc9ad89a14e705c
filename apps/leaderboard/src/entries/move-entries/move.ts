import type { Score } from '../score.js';

/** An angler's entry changes from one score to another; null means no entry. */
export interface Move {
  readonly anglerId: string;
  readonly from: Score | null;
  readonly to: Score | null;
  /** The trace of what caused the move. */
  readonly traceparent: string | null;
}
