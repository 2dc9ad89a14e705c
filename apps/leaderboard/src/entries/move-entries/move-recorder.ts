import { type Queryable } from '@cds/postgres';
import { type AppendContext, EventStore } from '@cds/event-store';
import { Injectable } from '@nestjs/common';
import type { LeaderboardEvent } from '../entry.events.js';
import { byRank, type Placing } from '../placing.js';
import { type AnglerOn, Entries } from './entries.store.js';
import { entryChanged } from './entry-changed.decision.js';
import type { Move } from './moves.decision.js';
import { type RankedMove, rankMoves } from './rank-moves.decision.js';
import { type PlacingOn, UnchangedEntriesQuery } from './unchanged-entries.query.js';
import { keyOf, type BoardPeriodMoves, boardPeriodId } from './board-period.js';
import { type BoardPeriodGrowth, BoardPeriods } from './board-periods.store.js';

interface RankedBoardPeriod {
  readonly boardPeriod: BoardPeriodMoves;
  readonly moves: readonly RankedMove[];
}

/** Carries out moves that were decided, and tells each with the ranks of its moment. */
@Injectable()
export class MoveRecorder {
  constructor(
    private readonly standings: BoardPeriods,
    private readonly entries: Entries,
    private readonly unchanged: UnchangedEntriesQuery,
    private readonly events: EventStore<LeaderboardEvent>,
  ) {}

  /** The caller's transaction holds the lock of each board period; none is named twice. */
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
    const on = (placings: (moves: readonly Move[]) => Placing[]): PlacingOn[] =>
      moved.flatMap((one) => placings(one.moves).map((placing) => ({ ...keyOf(one), placing })));
    const unchanged = await this.unchanged.around(db, {
      counted: on(placingsOf),
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
    const kept = last.flatMap(({ to, ...move }) => (to ? [{ ...move, placing: to }] : []));
    const left = last.filter(({ to }) => to === null);
    if (kept.length > 0) await this.entries.save(db, kept);
    if (left.length > 0) await this.entries.remove(db, left);
    await this.standings.grow(db, ranked.map(growthOf));
  }
}

/** Every placing that some move begins or ends with, once. */
const placingsOf = (moves: readonly Move[]): Placing[] => [
  ...new Set(moves.flatMap(({ from, to }) => [from, to]).filter((placing) => placing !== null)),
];

/** The placings with which somebody may be displaced. */
const climbsOf = (moves: readonly Move[]): Placing[] =>
  moves.flatMap(({ from, to }) => (to && (from === null || byRank(to, from) < 0) ? [to] : []));

const moversOf = (moved: BoardPeriodMoves): AnglerOn[] =>
  [...new Set(moved.moves.map(({ anglerId }) => anglerId))].map((anglerId) => ({ ...keyOf(moved), anglerId }));

/** The entries that the movers had before the first move. */
const startsOf = (moves: readonly Move[]): Placing[] => {
  const first = new Map<string, Placing | null>();
  for (const { anglerId, from } of moves) if (!first.has(anglerId)) first.set(anglerId, from);
  return [...first.values()].filter((placing) => placing !== null);
};

const lastMoves = (moves: readonly RankedMove[]): RankedMove[] => [
  ...new Map(moves.map((move) => [move.anglerId, move])).values(),
];

const growthOf = ({ boardPeriod, moves }: RankedBoardPeriod): BoardPeriodGrowth => ({
  ...keyOf(boardPeriod),
  entries: moves.reduce((sum, { from, to }) => sum + Number(to !== null) - Number(from !== null), 0),
  events: moves.length,
});
