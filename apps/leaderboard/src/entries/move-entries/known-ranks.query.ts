import { arrayLiteral } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { placeColumns, placeOf, placeOrder, type PlaceIn } from '../ranks/place.js';
import { Ranks } from '../ranks/ranks.query.js';
import { byRank, type Score } from '../score.js';
import { type KnownRanks, MAX_DISPLACED, TOP } from './rank-moves.decision.js';
import type { Move } from './moves.decision.js';

/** The most former ranks beyond the top that a batch looks up. A batch with more is one of thousands of catches. */
const MAX_DEEP_RANKS = 1_000;

/** The moves of a batch in one period of a ranking. */
export interface MovesIn {
  /** Of `ranking_periods`. */
  readonly periodId: number;
  readonly moves: readonly Move[];
  /** The entries of the moving anglers before the batch. */
  readonly movers: readonly Score[];
}

interface ScoreRow {
  ordinal: number;
  angler_id: string;
  placement: number;
  achieved_at: Date;
  catch_id: string | null;
}

interface ScoreIn extends PlaceIn {
  readonly score: Score;
}

/** Looks up what the ranks of moves need, before the entries are written. */
@Injectable()
export class KnownRanksQuery {
  constructor(private readonly ranks: Ranks) {}

  async of(db: Queryable, periods: readonly MovesIn[], watched: ReadonlySet<string>): Promise<KnownRanks[]> {
    const tops = await this.tops(db, periods);
    const isDeep = (index: number, score: Score | null): score is Score =>
      score !== null && !isIn(tops[index] ?? NO_TOP, score);
    const beyondTop = (index: number, { from, to }: Move): ScoreIn[] =>
      [from, to].filter((score) => isDeep(index, score)).map((one) => inPeriod(periods[index]?.periodId ?? 0, one));
    const movesWhere = (is: (move: Move, index: number) => boolean): ScoreIn[] =>
      periods.flatMap(({ moves }, index) =>
        moves.filter((move) => is(move, index)).flatMap((move) => beyondTop(index, move)),
      );
    const watchedScores = movesWhere(({ anglerId }) => watched.has(anglerId));
    const crossing = movesWhere((move, index) =>
      [move.from, move.to].some((score) => score !== null && !isDeep(index, score)),
    );
    const left = periods.flatMap(({ periodId, movers }, index) =>
      movers.filter((score) => isDeep(index, score)).map((score) => inPeriod(periodId, score)),
    );
    const wanted = unique([...watchedScores, ...crossing, ...left.slice(0, MAX_DEEP_RANKS)]);
    const ranks = wanted.length > 0 ? await this.ranks.ranksOf(db, wanted) : [];
    const rankOf = new Map(wanted.map(({ score }, index) => [score, ranks[index] ?? 1]));
    const followers = await this.followers(db, periods, unique(watchedScores));
    return periods.map(({ movers }, index) => ({ ...(tops[index] ?? NO_TOP), movers, ranks: rankOf, followers }));
  }

  /** The first entries of periods in which a move reaches so far up. */
  private async tops(db: Queryable, periods: readonly MovesIn[]): Promise<Top[]> {
    const values = [periods.map(({ periodId }) => periodId), TOP - 1];
    const { rows } = await db.query<ScoreRow>({ name: 'last-of-tops', text: LAST_OF_TOPS, values });
    const lasts = new Map(rows.map((row) => [row.ordinal - 1, toScore(row)]));
    const reached = periods.flatMap((one, index) => (reaches(one, lasts.get(index)) ? [{ ...one, index }] : []));
    const found = await this.firsts(db, reached);
    const tops = periods.map((_, index): Top => ({ top: [], isWhole: false, last: lasts.get(index) ?? null }));
    reached.forEach(({ index }, at) => {
      const top = found[at] ?? [];
      tops[index] = { top, isWhole: top.length < TOP, last: null };
    });
    return tops;
  }

  private async firsts(db: Queryable, periods: readonly MovesIn[]): Promise<Score[][]> {
    if (periods.length === 0) return [];
    const values = [periods.map(({ periodId }) => periodId), TOP, ...moversOf(periods)];
    const { rows } = await db.query<ScoreRow>({ name: 'tops', text: TOPS, values });
    const byPeriod = Map.groupBy(rows, ({ ordinal }) => ordinal - 1);
    return periods.map((_, index) => (byPeriod.get(index) ?? []).map(toScore));
  }

  private async followers(
    db: Queryable,
    periods: readonly MovesIn[],
    wanted: readonly ScoreIn[],
  ): Promise<ReadonlyMap<Score, readonly Score[]>> {
    if (wanted.length === 0) return new Map();
    const values = [...placeColumns(wanted), ...moversOf(periods)];
    const { rows } = await db.query<ScoreRow>({ name: 'followers', text: FOLLOWERS, values });
    const byScore = Map.groupBy(rows, ({ ordinal }) => ordinal - 1);
    return new Map(wanted.map(({ score }, index) => [score, (byScore.get(index) ?? []).map(toScore)]));
  }
}

type Top = Pick<KnownRanks, 'top' | 'isWhole'> & { readonly last: Score | null };
const NO_TOP: Top = { top: [], isWhole: false, last: null };

const isIn = ({ top, isWhole }: Top, score: Score): boolean => {
  const last = top.at(-1);
  return isWhole || (last !== undefined && byRank(score, last) <= 0);
};

/** Whether a move begins or ends among the first entries. */
const reaches = ({ moves }: MovesIn, last: Score | undefined): boolean =>
  last === undefined || moves.some(({ from, to }) => [from, to].some((score) => score && byRank(score, last) <= 0));

const inPeriod = (periodId: number, score: Score): ScoreIn => ({ ...score, periodId, score });

const unique = (scores: readonly ScoreIn[]): ScoreIn[] => [...new Map(scores.map((one) => [one.score, one])).values()];

const moversOf = (periods: readonly MovesIn[]): unknown[] => {
  const movers = periods.flatMap(({ periodId, movers: scores }) =>
    scores.map(({ anglerId }) => ({ periodId, anglerId })),
  );
  return [arrayLiteral(movers.map(({ periodId }) => periodId)), arrayLiteral(movers.map(({ anglerId }) => anglerId))];
};

const toScore = (row: ScoreRow): Score => ({
  anglerId: row.angler_id,
  placement: row.placement,
  achievedAt: row.achieved_at,
  catchId: row.catch_id,
});

const SCORE = 'entry.angler_id, entry.placement::float8 AS placement, entry.achieved_at, entry.catch_id';

const moves = (periods: number, anglers: number): string => `
  (entry.period_id, entry.angler_id) IN (SELECT period_id, angler_id
    FROM unnest($${periods}::int[], $${anglers}::text[]) AS moving (period_id, angler_id))`;

const LAST_OF_TOPS = `
  SELECT wanted.ordinal::int AS ordinal, ${SCORE}
  FROM unnest($1::int[]) WITH ORDINALITY AS wanted (period_id, ordinal)
  CROSS JOIN LATERAL (
    SELECT angler_id, placement, achieved_at, catch_id FROM ranked_entries AS entry
    WHERE entry.period_id = wanted.period_id ORDER BY ${placeOrder('entry')} OFFSET $2 LIMIT 1
  ) AS entry`;

const TOPS = `
  SELECT wanted.ordinal::int AS ordinal, ${SCORE}
  FROM unnest($1::int[]) WITH ORDINALITY AS wanted (period_id, ordinal)
  CROSS JOIN LATERAL (
    SELECT angler_id, placement, achieved_at, catch_id FROM ranked_entries AS entry
    WHERE entry.period_id = wanted.period_id AND NOT ${moves(3, 4)}
    ORDER BY ${placeOrder('entry')} LIMIT $2
  ) AS entry
  ORDER BY wanted.ordinal, ${placeOrder('entry')}`;

const FOLLOWERS = `
  SELECT wanted.ordinal::int AS ordinal, ${SCORE}
  FROM unnest($1::int[], $2::bigint[], $3::timestamptz[], $4::text[]) WITH ORDINALITY
    AS wanted (period_id, placement, achieved_at, angler_id, ordinal)
  CROSS JOIN LATERAL (
    SELECT angler_id, placement, achieved_at, catch_id FROM ranked_entries AS entry
    WHERE entry.period_id = wanted.period_id AND ${placeOf('entry')} > ${placeOf('wanted')} AND NOT ${moves(5, 6)}
    ORDER BY ${placeOrder('entry')} LIMIT ${MAX_DISPLACED}
  ) AS entry
  ORDER BY wanted.ordinal, ${placeOrder('entry')}`;
