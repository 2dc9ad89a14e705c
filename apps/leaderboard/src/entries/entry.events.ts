import type { Board } from '../boards/board.js';

export interface Displaced {
  anglerId: string;
  rank: number;
  previousRank: number;
}

/**
 * An angler entered a board, got a better or worse score there, or left it (nulls). The event holds no names, so that
 * an erasure never has to change the log.
 */
export interface LeaderboardEntryChanged {
  readonly type: 'LeaderboardEntryChanged';
  readonly data: {
    board: Board;
    period: string;
    anglerId: string;
    rank: number | null;
    /** Null for an angler who enters the board. */
    previousRank: number | null;
    score: number | null;
    catchId: string | null;
    achievedAt: string | null;
    /** The first of the entries that are one rank lower because of the move, best first. */
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
