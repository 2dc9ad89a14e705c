import type { Queryable } from '@cds/postgres';
import { type AppendContext, EventStore } from '@cds/event-store';
import { Injectable } from '@nestjs/common';
import type { LeaderboardEvent } from '../entry.events.js';
import { byRank, type Score } from '../score.js';
import { type AnglerOn, Entries } from './entries.store.js';
import { entryChanged } from './entry-changed.decision.js';
import type { Move } from './moves.decision.js';
import { type RankedMove, rankMoves } from './rank-moves.decision.js';
import { type ScoreOn, UnchangedEntriesQuery } from './unchanged-entries.query.js';
import { keyOf, type BoardPeriodMoves, boardPeriodId } from './board-period.js';
import { type BoardPeriodGrowth, BoardPeriods } from './board-periods.store.js';

interface RankedBoardPeriod {
  readonly boardPeriod: BoardPeriodMoves;
  readonly moves: readonly RankedMove[];
}

/** Stores moves, and appends an event for each with the ranks at that move. */
@Injectable()
export class MoveRecorder {
  constructor(
    private readonly boardPeriods: BoardPeriods,
    private readonly entries: Entries,
    private readonly unchanged: UnchangedEntriesQuery,
    private readonly events: EventStore<LeaderboardEvent>,
  ) {}

  /** The caller's transaction holds the lock of each board period. No board period may occur twice. */
  async record(db: Queryable, moved: readonly BoardPeriodMoves[], context: AppendContext): Promise<void> {
    const ranked = await this.rank(db, moved);
    for (const { boardPeriod, moves } of ranked) {
      const changed = moves.map((move) => entryChanged(boardPeriod.board, boardPeriod.period, move));
      const traceparents = moves.map(({ traceparent }) => traceparent ?? null);
      await this.events.append(db, boardPeriodId(boardPeriod), boardPeriod.version, changed, {
        ...context,
        traceparents,
      });
    }
    await this.store(db, ranked);
  }

  private async rank(db: Queryable, moved: readonly BoardPeriodMoves[]): Promise<RankedBoardPeriod[]> {
    const on = (scores: (moves: readonly Move[]) => Score[]): ScoreOn[] =>
      moved.flatMap((one) => scores(one.moves).map((score) => ({ ...keyOf(one), score })));
    const unchanged = await this.unchanged.around(db, {
      counted: on(scoresOf),
      followed: on(climbsOf),
      moving: moved.flatMap(moversOf),
    });
    return moved.map((boardPeriod) => ({
      boardPeriod,
      moves: rankMoves(boardPeriod.moves, startsOf(boardPeriod.moves), unchanged),
    }));
  }

  private async store(db: Queryable, ranked: readonly RankedBoardPeriod[]): Promise<void> {
    const last = ranked.flatMap(({ boardPeriod, moves }) =>
      lastMoves(moves).map((move) => ({ ...keyOf(boardPeriod), ...move })),
    );
    const kept = last.flatMap(({ to, ...move }) => (to ? [{ ...move, score: to }] : []));
    const left = last.filter(({ to }) => to === null);
    if (kept.length > 0) await this.entries.save(db, kept);
    if (left.length > 0) await this.entries.remove(db, left);
    await this.boardPeriods.grow(db, ranked.map(growthOf));
  }
}

/** Every score that a move starts or ends with, once. */
const scoresOf = (moves: readonly Move[]): Score[] => [
  ...new Set(moves.flatMap(({ from, to }) => [from, to]).filter((score) => score !== null)),
];

/** The scores that may displace other entries. */
const climbsOf = (moves: readonly Move[]): Score[] =>
  moves.flatMap(({ from, to }) => (to && (from === null || byRank(to, from) < 0) ? [to] : []));

const moversOf = (moved: BoardPeriodMoves): AnglerOn[] =>
  [...new Set(moved.moves.map(({ anglerId }) => anglerId))].map((anglerId) => ({ ...keyOf(moved), anglerId }));

/** The entries of the moving anglers before the first move. */
const startsOf = (moves: readonly Move[]): Score[] => {
  const first = new Map<string, Score | null>();
  for (const { anglerId, from } of moves) if (!first.has(anglerId)) first.set(anglerId, from);
  return [...first.values()].filter((score) => score !== null);
};

const lastMoves = (moves: readonly RankedMove[]): RankedMove[] => [
  ...new Map(moves.map((move) => [move.anglerId, move])).values(),
];

const growthOf = ({ boardPeriod, moves }: RankedBoardPeriod): BoardPeriodGrowth => ({
  ...keyOf(boardPeriod),
  entries: moves.reduce((sum, { from, to }) => sum + Number(to !== null) - Number(from !== null), 0),
  events: moves.length,
});
