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

/** An entry as events hold it. */
export interface PlaceData {
  anglerId: string;
  score: number;
  catchId: string | null;
  achievedAt: string;
}

/** Another angler leads than before. Null: there is no entry. */
export interface LeaderboardLeaderChanged {
  readonly type: 'LeaderboardLeaderChanged';
  readonly data: { board: Board; period: string; leader: PlaceData | null; previous: PlaceData | null };
}

/** A period is over; `entries` are its first hundred. */
export interface LeaderboardPeriodClosed {
  readonly type: 'LeaderboardPeriodClosed';
  readonly data: {
    board: Board;
    period: string;
    startsAt: string | null;
    endsAt: string | null;
    entryCount: number;
    entries: PlaceData[];
  };
}

export type LeaderboardEvent = LeaderboardEntryChanged | LeaderboardLeaderChanged | LeaderboardPeriodClosed;
