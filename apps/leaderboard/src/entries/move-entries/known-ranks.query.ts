import { int4Array, textArray } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { placeColumns } from '../ranks/place.js';
import { Ranks } from '../ranks/ranks.query.js';
import { indexIn, type Score } from '../score.js';
import { FOLLOWERS, LAST_OF_TOPS, TOPS } from './known-ranks.sql.js';
import { type KnownRanks, TOP } from './rank-moves.decision.js';
import {
  beyondTops,
  isIn,
  type MovesIn,
  moversBeyondTops,
  NO_TOP,
  type ScoreIn,
  type Top,
  unique,
} from './scores-beyond-tops.decision.js';
import { type FirstEntries, KEPT, type KnownTop, reaches, TopCache } from './top-cache.js';

/** The former ranks beyond the top that may still be looked up for a batch. */
export interface DeepRanks {
  left: number;
}

/** About those of twenty catches: each costs as much as ten moves. */
const MAX_DEEP_RANKS = 500;

/** While more changes wait than a batch takes, none. */
export const deepRanksOf = ({ isFull }: { readonly isFull: boolean }): DeepRanks => ({
  left: isFull ? 0 : MAX_DEEP_RANKS,
});

interface ScoreRow {
  ordinal: number;
  angler_id: string;
  placement: number;
  achieved_ms: number;
  catch_id: string | null;
}

/** Looks up what the ranks of moves need, before the entries are written. */
@Injectable()
export class KnownRanksQuery {
  constructor(
    private readonly ranks: Ranks,
    private readonly cache: TopCache,
  ) {}

  /** Former ranks beyond the top are looked up for watched anglers, and for others as long as some are left. */
  async of(
    db: Queryable,
    periods: readonly MovesIn[],
    watched: ReadonlySet<string>,
    deep: DeepRanks,
  ): Promise<KnownRanks[]> {
    const tops = await this.tops(db, periods);
    const watchedScores = watched.size === 0 ? [] : beyondTops(periods, tops, ({ anglerId }) => watched.has(anglerId));
    const crossing = beyondTops(periods, tops, ({ from, to }, top) =>
      [from, to].some((score) => score !== null && isIn(top, score)),
    );
    const others = deep.left > 0 ? moversBeyondTops(periods, tops).slice(0, deep.left) : [];
    deep.left -= others.length;
    const wanted = unique([...watchedScores, ...crossing, ...others]);
    const ranks = wanted.length > 0 ? await this.ranks.ranksOf(db, wanted) : [];
    const rankOf = new Map(wanted.map(({ score }, index) => [score, ranks[index] ?? 1]));
    const followers = await this.followers(db, periods, unique(watchedScores));
    return periods.map(({ movers }, index) => ({ ...(tops[index] ?? NO_TOP), movers, ranks: rankOf, followers }));
  }

  /** The first entries of periods in which a move reaches so far up, and of those that are kept. */
  private async tops(db: Queryable, periods: readonly MovesIn[]): Promise<Top[]> {
    const known = periods.map((one) => this.cache.of(one.periodId, one.lastMovedAt));
    const tops = new Map<MovesIn, Top>();
    const lasts = await this.lasts(
      db,
      periods.filter(({ entryCount }, index) => !known[index] && entryCount >= TOP),
    );
    const reached = periods.filter((one, index) => {
      const top = knownTop(known[index] ?? lasts.get(one), one);
      if (top) tops.set(one, top);
      return !top;
    });
    for (const [one, top] of await this.read(db, reached)) tops.set(one, top);
    return periods.map((one) => tops.get(one) ?? NO_TOP);
  }

  /** The last of the first entries of periods of which nothing is known and that have as many. */
  private async lasts(db: Queryable, periods: readonly MovesIn[]): Promise<ReadonlyMap<MovesIn, KnownTop>> {
    const found = new Map<MovesIn, KnownTop>();
    if (periods.length === 0) return found;
    const values = [int4Array(periods.map(({ periodId }) => periodId)), TOP - 1];
    const { rows } = await db.query<ScoreRow>({ name: 'last-of-tops', text: LAST_OF_TOPS, values });
    for (const row of rows) {
      const one = periods[row.ordinal - 1];
      if (!one) continue;
      const known = { last: toScore(row) };
      this.cache.set(one.periodId, one.lastMovedAt, known);
      found.set(one, known);
    }
    return found;
  }

  private async read(db: Queryable, reached: readonly MovesIn[]): Promise<ReadonlyMap<MovesIn, Top>> {
    const firsts = await this.firsts(db, reached, KEPT, []);
    const tops = new Map<MovesIn, Top>();
    reached.forEach((one, index) => {
      const scores = firsts[index] ?? [];
      const first = { scores, isWhole: scores.length < KEPT };
      this.cache.set(one.periodId, one.lastMovedAt, first);
      const top = topOf(first, one);
      if (top) tops.set(one, top);
    });
    // So many of the first move that those who do not are read by themselves.
    const moving = reached.filter((one) => !tops.has(one));
    const others = await this.firsts(db, moving, TOP, moving);
    moving.forEach((one, index) => tops.set(one, toTop(others[index] ?? [])));
    return tops;
  }

  /** The first entries of periods without those of the `movers`. */
  private async firsts(
    db: Queryable,
    periods: readonly MovesIn[],
    most: number,
    movers: readonly MovesIn[],
  ): Promise<Score[][]> {
    if (periods.length === 0) return [];
    const values = [int4Array(periods.map(({ periodId }) => periodId)), most, ...moversOf(movers)];
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

const toTop = (scores: readonly Score[]): Top => ({
  top: scores.slice(0, TOP),
  isWhole: scores.length < TOP,
});

/** What is known of the first entries of those who do not move; undefined when that is too little. */
const knownTop = (known: KnownTop | undefined, one: MovesIn): Top | undefined => {
  if (!known) return undefined;
  if (!('last' in known)) return topOf(known, one);
  return reaches(one.moves, known.last) ? undefined : NO_TOP;
};

/** The first entries without those of `movers`, each of which is found by its place. */
const topOf = ({ scores: all, isWhole }: FirstEntries, { movers }: MovesIn): Top | undefined => {
  const scores = [...all];
  for (const mover of movers) {
    const index = indexIn(scores, mover);
    if (scores[index]?.anglerId === mover.anglerId) scores.splice(index, 1);
  }
  return isWhole || scores.length >= TOP ? toTop(scores) : undefined;
};

const moversOf = (periods: readonly MovesIn[]): unknown[] => {
  const movers = periods.flatMap(({ periodId, movers: scores }) =>
    scores.map(({ anglerId }) => ({ periodId, anglerId })),
  );
  return [int4Array(movers.map(({ periodId }) => periodId)), textArray(movers.map(({ anglerId }) => anglerId))];
};

const toScore = (row: ScoreRow): Score => ({
  anglerId: row.angler_id,
  placement: row.placement,
  achievedAt: row.achieved_ms,
  catchId: row.catch_id,
});
