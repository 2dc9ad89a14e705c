import type { PlaceIn } from '../ranks/place.js';
import { byRank, type Score } from '../score.js';
import type { Move } from './move.js';
import type { KnownRanks } from './rank-moves.decision.js';

/** The moves of a batch in one period of a ranking. */
export interface MovesIn {
  /** Of `ranking_periods`. */
  readonly periodId: number;
  /** Before them. */
  readonly entryCount: number;
  /** The time of the last move before them. */
  readonly lastMovedAt: number | null;
  readonly moves: readonly Move[];
  /** The entries of the moving anglers before the batch. */
  readonly movers: readonly Score[];
}

export interface ScoreIn extends PlaceIn {
  readonly score: Score;
}

/** What is known of the first entries of a period. */
export type Top = Pick<KnownRanks, 'top' | 'isWhole'>;
export const NO_TOP: Top = { top: [], isWhole: false };

export const isIn = ({ top, isWhole }: Top, score: Score): boolean => {
  const last = top.at(-1);
  return isWhole || (last !== undefined && byRank(score, last) <= 0);
};

/** The scores beyond the top of moves for which this is so. Without a known top no move crosses its end. */
export const beyondTops = (
  periods: readonly MovesIn[],
  tops: readonly Top[],
  is: (move: Move, top: Top) => boolean,
): ScoreIn[] =>
  periods.flatMap(({ periodId, moves }, index) => {
    const top = tops[index] ?? NO_TOP;
    return moves
      .filter((move) => is(move, top))
      .flatMap(({ from, to }) => [from, to].filter((score): score is Score => score !== null && !isIn(top, score)))
      .map((score) => inPeriod(periodId, score));
  });

export const moversBeyondTops = (periods: readonly MovesIn[], tops: readonly Top[]): ScoreIn[] =>
  periods.flatMap(({ periodId, movers }, index) =>
    movers.filter((score) => !isIn(tops[index] ?? NO_TOP, score)).map((score) => inPeriod(periodId, score)),
  );

const inPeriod = (periodId: number, score: Score): ScoreIn => ({ ...score, periodId, score });

export const unique = (scores: readonly ScoreIn[]): ScoreIn[] => [
  ...new Map(scores.map((one) => [one.score, one])).values(),
];
