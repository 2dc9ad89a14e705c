import type { Board } from '../../boards/board.js';
import type { LeaderboardEntryChanged, LeaderboardEvent, PlaceData } from '../entry.events.js';
import { type Score, valueOf } from '../score.js';
import type { RankedMove } from './rank-moves.decision.js';

type Data = LeaderboardEntryChanged['data'];
type Values = Required<Data['previous']>;

/** The events of a published move on one board: that it moved, and that another angler leads because of it. */
export const eventsOf = (board: Board, period: string, move: RankedMove): LeaderboardEvent[] => {
  const changed = entryChanged(board, period, move);
  if (!move.leader) return [changed];
  const [leader, previous] = [placeData(move.leader.to), placeData(move.leader.from)];
  return [changed, { type: 'LeaderboardLeaderChanged', data: { board, period, leader, previous } }];
};

/** The event of a move: the new values, and the old ones of those that changed. */
export const entryChanged = (
  board: Board,
  period: string,
  move: Omit<RankedMove, 'isPublished' | 'traceparent' | 'leader'>,
): LeaderboardEntryChanged => {
  const now = valuesOf(move.rank, move.to);
  const { anglerId, previousRank = null, displaced = [] } = move;
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

export const placeData = (score: Score | null): PlaceData | null =>
  score && {
    anglerId: score.anglerId,
    score: valueOf(score),
    catchId: score.catchId,
    achievedAt: new Date(score.achievedAt).toISOString(),
  };

const valuesOf = (rank: number | null | undefined, score: Score | null): Values => ({
  rank: rank ?? null,
  score: score && valueOf(score),
  catchId: score?.catchId ?? null,
  achievedAt: score && new Date(score.achievedAt).toISOString(),
});

const changed = (before: Values, now: Values): Data['previous'] => ({
  ...(before.rank !== now.rank && { rank: before.rank }),
  ...(before.score !== now.score && { score: before.score }),
  ...(before.catchId !== now.catchId && { catchId: before.catchId }),
  ...(before.achievedAt !== now.achievedAt && { achievedAt: before.achievedAt }),
});
