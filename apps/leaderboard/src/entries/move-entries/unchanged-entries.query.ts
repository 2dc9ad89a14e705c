import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { Score } from '../score.js';
import type { AnglerOn } from './entries.store.js';
import { keyColumns, type ScoreRow, toScore } from './score-row.js';
import { MAX_DISPLACED, type UnchangedEntries } from './rank-moves.decision.js';
import type { BoardPeriodKey } from './board-period.js';

export interface ScoreOn extends BoardPeriodKey {
  readonly score: Score;
}

/** The scores to look around, and the anglers whose entries are left out. */
export interface Around {
  readonly counted: readonly ScoreOn[];
  readonly followed: readonly ScoreOn[];
  readonly moving: readonly AnglerOn[];
}

interface CountRow {
  ordinal: number;
  better: number;
}

interface NextWorseRow extends ScoreRow {
  ordinal: number;
}

/** Looks up what ranking needs of the entries that do not change. */
@Injectable()
export class UnchangedEntriesQuery {
  /**
   * Looks at the entries of all anglers except the `moving` ones: how many are better than each of `counted`, and which
   * come next after each of `followed`.
   */
  async around(db: Queryable, { counted, followed, moving }: Around): Promise<UnchangedEntries> {
    await db.query(IN_INDEX_ORDER);
    const movers = [...keyColumns(moving), moving.map((one) => one.anglerId)];
    const better = await db.query<CountRow>({
      name: 'count-better',
      text: COUNT_BETTER,
      values: [...scoreColumns(counted), ...movers],
    });
    const worse = await db.query<NextWorseRow>({
      name: 'next-worse',
      text: NEXT_WORSE,
      values: [...scoreColumns(followed), ...movers],
    });
    return new Found(
      new Map(better.rows.flatMap((row) => at(counted, row.ordinal, row.better))),
      followersOf(followed, worse.rows),
    );
  }
}

const scoreColumns = (scores: readonly ScoreOn[]): unknown[] => [
  ...keyColumns(scores),
  scores.map(({ score }) => score.value),
  scores.map(({ score }) => score.achievedAt.toISOString()),
  scores.map(({ score }) => score.anglerId),
];

/** The value of a row with the score that it belongs to, as an entry of a map. */
const at = <T>(wanted: readonly ScoreOn[], ordinal: number, value: T): [Score, T][] => {
  const score = wanted[ordinal - 1]?.score;
  return score ? [[score, value]] : [];
};

const followersOf = (wanted: readonly ScoreOn[], rows: readonly NextWorseRow[]): ReadonlyMap<Score, Score[]> => {
  const followers = new Map<Score, Score[]>(wanted.map(({ score }) => [score, []]));
  for (const row of rows)
    for (const [score, follower] of at(wanted, row.ordinal, toScore(row))) followers.get(score)?.push(follower);
  return followers;
};

class Found implements UnchangedEntries {
  constructor(
    private readonly better: ReadonlyMap<Score, number>,
    private readonly worse: ReadonlyMap<Score, readonly Score[]>,
  ) {}

  countBetter(score: Score): number {
    return this.better.get(score) ?? 0;
  }

  nextWorse(score: Score): readonly Score[] {
    return this.worse.get(score) ?? [];
  }
}

// The entries after a score are ten steps along the index. While the statistics of a fast growing board are outdated,
// the planner would collect and sort all entries after it instead. The setting lasts until the transaction ends.
const IN_INDEX_ORDER = 'SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off';

const WANTED = `
  wanted AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::numeric[], $4::timestamptz[], $5::text[])
      WITH ORDINALITY AS wanted (board_id, period, score, achieved_at, angler_id, ordinal)
  )`;

const IS_UNCHANGED =
  '(entry.board_id, entry.period, entry.angler_id) NOT IN (SELECT * FROM unnest($6::text[], $7::text[], $8::text[]))';

// Counts the entries between neighbouring scores and sums the counts up, so that each entry is counted once, however
// many scores there are.
const COUNT_BETTER = `
  WITH ${WANTED},
  gaps AS (
    SELECT board_id, period, score, lag(score, 1, 'Infinity') OVER (PARTITION BY board_id, period
    ORDER BY score DESC) AS above
    FROM (SELECT DISTINCT board_id, period, score FROM wanted) scores
  ),
  greater AS (
    SELECT gaps.board_id, gaps.period, gaps.score,
      sum(gap.entries) OVER (PARTITION BY gaps.board_id, gaps.period ORDER BY gaps.score DESC) AS entries
    FROM gaps CROSS JOIN LATERAL (
      SELECT count(*) AS entries FROM entries entry
      WHERE entry.board_id = gaps.board_id AND entry.period = gaps.period AND entry.score > gaps.score
      AND entry.score <= gaps.above AND ${IS_UNCHANGED}
    ) gap
  )
  SELECT wanted.ordinal::int AS ordinal, (greater.entries + equal.entries)::int AS better
  FROM wanted JOIN greater USING (board_id, period, score)
  CROSS JOIN LATERAL (
    SELECT count(*) AS entries FROM entries entry
    WHERE entry.board_id = wanted.board_id AND entry.period = wanted.period AND entry.score = wanted.score
      AND (entry.achieved_at, entry.angler_id) < (wanted.achieved_at, wanted.angler_id) AND ${IS_UNCHANGED}
  ) equal`;

const NEXT_WORSE = `
  WITH ${WANTED}
  SELECT wanted.ordinal::int AS ordinal, next.angler_id, next.score, next.achieved_at, next.catch_id
  FROM wanted CROSS JOIN LATERAL (
    SELECT entry.angler_id, entry.score::float8 AS score, entry.achieved_at, entry.catch_id FROM entries entry
    WHERE entry.board_id = wanted.board_id AND entry.period = wanted.period AND entry.score <= wanted.score
      AND (entry.score < wanted.score OR (entry.achieved_at, entry.angler_id) > (wanted.achieved_at, wanted.angler_id))
      AND ${IS_UNCHANGED}
    ORDER BY entry.score DESC, entry.achieved_at, entry.angler_id LIMIT ${MAX_DISPLACED}
  ) next`;
