import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { Placing } from '../placing.js';
import type { AnglerOn } from './entries.store.js';
import { keyColumns, type PlacingRow, toPlacing } from './placing-row.js';
import { MAX_DISPLACED, type UnchangedEntries } from './rank-moves.decision.js';
import type { BoardPeriodKey } from './board-period.js';

export interface PlacingOn extends BoardPeriodKey {
  readonly placing: Placing;
}

/** Around which placings to look, and for the entries of whom not to. */
export interface Around {
  readonly counted: readonly PlacingOn[];
  readonly followed: readonly PlacingOn[];
  readonly moving: readonly AnglerOn[];
}

interface CountRow {
  place: number;
  better: number;
}

interface NextWorseRow extends PlacingRow {
  place: number;
}

/** Looks up what ranks need of the entries that stay where they are. */
@Injectable()
export class UnchangedEntriesQuery {
  /**
   * How the entries of all but the `moving` anglers lie around placings: how many are better than each of `counted`,
   * and which come next after each of `followed`.
   */
  async around(db: Queryable, { counted, followed, moving }: Around): Promise<UnchangedEntries> {
    await db.query(IN_INDEX_ORDER);
    const movers = [...keyColumns(moving), moving.map((one) => one.anglerId)];
    const better = await db.query<CountRow>({
      name: 'count-better',
      text: COUNT_BETTER,
      values: [...placingColumns(counted), ...movers],
    });
    const worse = await db.query<NextWorseRow>({
      name: 'next-worse',
      text: NEXT_WORSE,
      values: [...placingColumns(followed), ...movers],
    });
    return new Found(
      new Map(better.rows.flatMap((row) => at(counted, row.place, row.better))),
      followersOf(followed, worse.rows),
    );
  }
}

const placingColumns = (placings: readonly PlacingOn[]): unknown[] => [
  ...keyColumns(placings),
  placings.map(({ placing }) => placing.score),
  placings.map(({ placing }) => placing.achievedAt.toISOString()),
  placings.map(({ placing }) => placing.anglerId),
];

/** What a row says of the placing that it answers, as an entry of a map. */
const at = <T>(asked: readonly PlacingOn[], place: number, value: T): [Placing, T][] => {
  const placing = asked[place - 1]?.placing;
  return placing ? [[placing, value]] : [];
};

const followersOf = (asked: readonly PlacingOn[], rows: readonly NextWorseRow[]): ReadonlyMap<Placing, Placing[]> => {
  const followers = new Map<Placing, Placing[]>(asked.map(({ placing }) => [placing, []]));
  for (const row of rows)
    for (const [placing, follower] of at(asked, row.place, toPlacing(row))) followers.get(placing)?.push(follower);
  return followers;
};

class Found implements UnchangedEntries {
  constructor(
    private readonly better: ReadonlyMap<Placing, number>,
    private readonly worse: ReadonlyMap<Placing, readonly Placing[]>,
  ) {}

  countBetter(placing: Placing): number {
    return this.better.get(placing) ?? 0;
  }

  nextWorse(placing: Placing): readonly Placing[] {
    return this.worse.get(placing) ?? [];
  }
}

// What follows a placing is ten steps along the index. Where statistics lag behind a board that grows fast, the planner
// would rather collect and sort all that follows. Holds until the transaction ends.
const IN_INDEX_ORDER = 'SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off';

const ASKED = `
  asked AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::numeric[], $4::timestamptz[], $5::text[])
      WITH ORDINALITY AS asked (board_id, period, score, achieved_at, angler_id, place)
  )`;

const RESTS =
  '(entry.board_id, entry.period, entry.angler_id) NOT IN (SELECT * FROM unnest($6::text[], $7::text[], $8::text[]))';

// Counts the gaps between the scores asked for and sums them up: each entry is counted once, however many are asked
// for.
const COUNT_BETTER = `
  WITH ${ASKED},
  gaps AS (
    SELECT board_id, period, score, lag(score, 1, 'Infinity') OVER (PARTITION BY board_id, period
    ORDER BY score DESC) AS above
    FROM (SELECT DISTINCT board_id, period, score FROM asked) scores
  ),
  greater AS (
    SELECT gaps.board_id, gaps.period, gaps.score,
      sum(gap.entries) OVER (PARTITION BY gaps.board_id, gaps.period ORDER BY gaps.score DESC) AS entries
    FROM gaps CROSS JOIN LATERAL (
      SELECT count(*) AS entries FROM entries entry
      WHERE entry.board_id = gaps.board_id AND entry.period = gaps.period AND entry.score > gaps.score
      AND entry.score <= gaps.above AND ${RESTS}
    ) gap
  )
  SELECT asked.place::int AS place, (greater.entries + equal.entries)::int AS better
  FROM asked JOIN greater USING (board_id, period, score)
  CROSS JOIN LATERAL (
    SELECT count(*) AS entries FROM entries entry
    WHERE entry.board_id = asked.board_id AND entry.period = asked.period AND entry.score = asked.score
      AND (entry.achieved_at, entry.angler_id) < (asked.achieved_at, asked.angler_id) AND ${RESTS}
  ) equal`;

const NEXT_WORSE = `
  WITH ${ASKED}
  SELECT asked.place::int AS place, next.angler_id, next.score, next.achieved_at, next.catch_id
  FROM asked CROSS JOIN LATERAL (
    SELECT entry.angler_id, entry.score::float8 AS score, entry.achieved_at, entry.catch_id FROM entries entry
    WHERE entry.board_id = asked.board_id AND entry.period = asked.period AND entry.score <= asked.score
      AND (entry.score < asked.score OR (entry.achieved_at, entry.angler_id) > (asked.achieved_at, asked.angler_id))
      AND ${RESTS}
    ORDER BY entry.score DESC, entry.achieved_at, entry.angler_id LIMIT ${MAX_DISPLACED}
  ) next`;
