import type { Board } from '../boards/board.js';

export interface Displaced {
  anglerId: string;
  rank: number;
  previousRank: number;
}

/**
 * An angler's own move on a board: entered, did better or worse, or left (nulls). Holds no names, so that erasing one
 * never has to reach the log.
 */
export interface LeaderboardEntryChanged {
  readonly type: 'LeaderboardEntryChanged';
  readonly data: {
    board: Board;
    period: string;
    anglerId: string;
    rank: number | null;
    /** Null for a newcomer. */
    previousRank: number | null;
    score: number | null;
    catchId: string | null;
    achievedAt: string | null;
    /** The first of those whom the move pushed down, best first. */
    displaced: Displaced[];
    /** The old values of what changed. */
    previous: {
      rank?: number | null;
      score?: number | null;
      catchId?: string | null;
      achievedAt?: string | null;
    };
  };
}

export type LeaderboardEvent = LeaderboardEntryChanged;
