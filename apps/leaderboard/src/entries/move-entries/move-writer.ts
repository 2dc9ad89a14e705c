import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { Board } from '../../boards/board.js';
import { type RankingPeriod, RankingPeriods } from '../rankings/ranking-periods.store.js';
import { type ShownBoard, ShownBoardsQuery } from '../rankings/shown-boards.query.js';
import type { PlaceChange } from '../ranks/place.js';
import { RankTree } from '../ranks/rank-tree.store.js';
import type { Score } from '../score.js';
import { BoardEventRates } from './board-event-rates.store.js';
import { BoardEvents, type TimedEvent } from './board-events.store.js';
import { eventsOf } from './entry-changed.decision.js';
import type { DecidedMoves } from './move-decider.js';
import type { Move } from './moves.decision.js';
import type { RankedMove } from './rank-moves.decision.js';
import type { KnownEntry } from './known-entry.js';
import { type EntryToWrite, RankedEntries } from './ranked-entries.store.js';
import { resultsOf, timed, type TimedMove } from './timeline.decision.js';

/** The same with their ranks. */
export interface RankedMoves extends DecidedMoves {
  readonly moves: readonly RankedMove[];
}

interface StoredMoves extends DecidedMoves {
  readonly lastMovedAt: number;
}

interface TimedPeriod extends RankedMoves, StoredMoves {
  readonly moves: readonly TimedMove[];
}

interface ShownMoves {
  readonly board: ShownBoard;
  readonly moves: readonly TimedMove[];
}

export interface WrittenMoves {
  /** Of each period. */
  readonly lastMovedAt: readonly number[];
  readonly hasEvents: boolean;
}

/**
 * Stores moves: the entries, what they were before, the numbers that ranks are made of, and the events. Statements that
 * do not need each other's answers are sent at once, on a connection that is shared.
 */
@Injectable()
export class MoveWriter {
  constructor(
    private readonly entries: RankedEntries,
    private readonly tree: RankTree,
    private readonly periods: RankingPeriods,
    private readonly boards: ShownBoardsQuery,
    private readonly events: BoardEvents,
    private readonly rates: BoardEventRates,
  ) {}

  /** Returns the times of the last moves, and whether there is an event to publish. No period may occur twice. */
  async write(db: Queryable, moved: readonly RankedMoves[], now: number): Promise<WrittenMoves> {
    const timedPeriods = moved.map((one) => {
      const moves = timed(one.moves, startOf(one.period, now));
      return { ...one, moves, lastMovedAt: moves.at(-1)?.at ?? now };
    });
    const results = timedPeriods.flatMap(({ period, moves, entries, catchesOf }) =>
      resultsOf(moves, entries).map((one) => ({
        ...one,
        periodId: period.id,
        catches: catchesOf(one.anglerId),
        row: entries.get(one.anglerId)?.row ?? null,
      })),
    );
    const stored = this.store(db, results, timedPeriods, true);
    const [, hasEvents] = await Promise.all([stored, this.publish(db, timedPeriods)]);
    return { lastMovedAt: timedPeriods.map((one) => one.lastMovedAt), hasEvents };
  }

  /**
   * Stores the moves of rankings that are being filled: no board shows them, and nobody will read what they were
   * meanwhile. Their parts are cut when they are complete. `kept` are entries that had the same score in the ranking
   * that is being replaced.
   */
  async writeSilently(
    db: Queryable,
    moved: readonly DecidedMoves[],
    now: number,
    kept: (rankingId: number, period: string, score: Score) => KnownEntry | undefined = () => undefined,
  ): Promise<void> {
    const results = moved.flatMap(({ period, moves, entries, catchesOf }) =>
      [...Map.groupBy(moves, ({ anglerId }) => anglerId)].map(([anglerId, ofOne]) => {
        const score = ofOne.at(-1)?.to ?? null;
        const same = score ? kept(period.rankingId, period.period, score) : undefined;
        const { previousRank = null, knownFrom = now } = same ?? {};
        const row = entries.get(anglerId)?.row ?? null;
        const catches = catchesOf(anglerId);
        return { anglerId, periodId: period.id, score, catches, previousRank, knownFrom, former: [], row };
      }),
    );
    await this.store(
      db,
      results,
      moved.map((one) => ({ ...one, lastMovedAt: now })),
      false,
    );
  }

  private async store(
    db: Queryable,
    results: readonly EntryToWrite[],
    moved: readonly StoredMoves[],
    cuts: boolean,
  ): Promise<void> {
    const written = this.entries.write(db, results);
    const places = moved.flatMap(({ period, moves }) => placeChangesOf(period.id, moves));
    const entryCounts = new Map(moved.map(({ period }) => [period.id, period.entryCount]));
    // Behind the statements that change the entries, which are sent already: parts are cut by the entries in them.
    const counted = this.tree.change(db, places, cuts, entryCounts);
    await Promise.all([written, counted, this.periods.grow(db, moved.map(growthOf))]);
  }

  private async publish(db: Queryable, periods: readonly TimedPeriod[]): Promise<boolean> {
    const published = periods
      .map((one) => ({ ...one, moves: one.moves.filter(({ isPublished }) => isPublished) }))
      .filter(({ moves }) => moves.length > 0);
    if (published.length === 0) return false;
    const boards = await this.boards.of(db, [...new Set(published.map(({ period }) => period.rankingId))]);
    const shown = published.flatMap(({ period, moves }) =>
      (boards.get(period.rankingId) ?? []).map((board) => ({ board, period, moves })),
    );
    const within = await this.rates.spend(db, movesOfAccounts(shown));
    const events = shown
      .filter(({ board: { accountId } }) => accountId === null || within.has(accountId))
      .flatMap(({ board, period, moves }) => moves.flatMap((move) => timedEvents(board, period, move)));
    await this.events.append(db, events);
    return events.length > 0;
  }
}

/** After the last move of the period, even if the clock went back. */
const startOf = ({ lastMovedAt }: RankingPeriod, now: number): number =>
  lastMovedAt !== null && lastMovedAt >= now ? lastMovedAt + 1 : now;

/** How many moves the boards of each account tell. */
const movesOfAccounts = (shown: readonly ShownMoves[]): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const { board, moves } of shown)
    if (board.accountId !== null) found.set(board.accountId, (found.get(board.accountId) ?? 0) + moves.length);
  return found;
};

const timedEvents = (board: Board, { period }: RankingPeriod, move: TimedMove): TimedEvent[] =>
  eventsOf(board, period, move).map((event) => ({
    boardId: board.id,
    period,
    event,
    at: new Date(move.at),
    traceparent: move.traceparent,
  }));

/** The scores that were there before the moves and are not after them, and the other way round. */
const placeChangesOf = (periodId: number, moves: readonly Move[]): PlaceChange[] => {
  const [firsts, lasts] = [new Map<string, Move>(), new Map<string, Move>()];
  for (const move of moves) {
    if (!firsts.has(move.anglerId)) firsts.set(move.anglerId, move);
    lasts.set(move.anglerId, move);
  }
  return [...firsts].flatMap(([anglerId, { from }]) => [
    ...change(periodId, from, -1),
    ...change(periodId, lasts.get(anglerId)?.to ?? null, 1),
  ]);
};

const change = (periodId: number, score: Score | null, entries: number): PlaceChange[] =>
  score === null
    ? []
    : [{ placement: score.placement, achievedAt: score.achievedAt, anglerId: score.anglerId, periodId, entries }];

const growthOf = ({ period, moves, lastMovedAt }: StoredMoves) => ({
  id: period.id,
  entries: moves.reduce((sum, { from, to }) => sum + Number(to !== null) - Number(from !== null), 0),
  lastMovedAt,
});
