import type { Board } from '../../boards/board.js';
import type { LeaderboardEntryChanged } from '../entry.events.js';
import type { Score } from '../score.js';
import type { RankedMove } from './rank-moves.decision.js';

type Data = LeaderboardEntryChanged['data'];
type Values = Required<Data['previous']>;

/** The event of a move: the new values, and the old ones of those that changed. */
export const entryChanged = (board: Board, period: string, move: RankedMove): LeaderboardEntryChanged => {
  const now = valuesOf(move.rank, move.to);
  const { anglerId, previousRank, displaced } = move;
  return {
    type: 'LeaderboardEntryChanged',
    data: {
      board,
      period,
      anglerId,
      ...now,
      previousRank,
      displaced,
      previous: changed(valuesOf(previousRank, move.from), now),
    },
  };
};

const valuesOf = (rank: number | null, score: Score | null): Values => ({
  rank,
  score: score?.value ?? null,
  catchId: score?.catchId ?? null,
  achievedAt: score?.achievedAt.toISOString() ?? null,
});

const changed = (before: Values, now: Values): Data['previous'] => ({
  ...(before.rank !== now.rank && { rank: before.rank }),
  ...(before.score !== now.score && { score: before.score }),
  ...(before.catchId !== now.catchId && { catchId: before.catchId }),
  ...(before.achievedAt !== now.achievedAt && { achievedAt: before.achievedAt }),
});
