import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { Board } from '../../boards/board.js';
import { UNKNOWN_ACCOUNT } from '../../catches/catch-changes.js';
import type { RankingPeriod } from '../rankings/ranking-periods.store.js';
import { type ShownBoard, ShownBoardsQuery } from '../rankings/shown-boards.query.js';
import {
  BoardEventRates,
  type BoardEventSpending,
  type OwnerAndMover,
  spendingKey,
} from './board-event-rates.store.js';
import { BoardEvents, type TimedEvent } from './board-events.store.js';
import { eventsOf } from './entry-changed.decision.js';
import type { RankedMove } from './rank-moves.decision.js';

/** A move that is published, with the time from which readers of a past moment see it. */
interface TimedMove extends RankedMove {
  readonly at: number;
}

export interface PublishedMoves {
  readonly period: RankingPeriod;
  readonly moves: readonly TimedMove[];
}

interface ShownMoves {
  readonly board: ShownBoard;
  readonly moves: readonly TimedMove[];
}

/** Appends the events of moves on all boards that show them, as far as the limits of accounts allow. */
@Injectable()
export class MovePublisher {
  constructor(
    private readonly boards: ShownBoardsQuery,
    private readonly events: BoardEvents,
    private readonly rates: BoardEventRates,
  ) {}

  /** Returns whether there is an event. */
  async publish(
    db: Queryable,
    published: readonly PublishedMoves[],
    accounts: ReadonlyMap<string, string>,
  ): Promise<boolean> {
    if (published.length === 0) return false;
    const boards = await this.boards.of(db, [...new Set(published.map(({ period }) => period.rankingId))]);
    const shown = published.flatMap(({ period, moves }) =>
      (boards.get(period.rankingId) ?? []).map((board) => ({ board, period, moves })),
    );
    const within = await this.rates.spend(db, spendingsOf(shown, accounts));
    const isWithin = (ownerId: string | null, move: TimedMove): boolean =>
      ownerId === null || within.has(spendingKey(ownerAndMover(ownerId, move, accounts)));
    const events = shown.flatMap(({ board, period, moves }) =>
      moves.filter((move) => isWithin(board.accountId, move)).flatMap((move) => timedEvents(board, period, move)),
    );
    await this.events.append(db, events);
    return events.length > 0;
  }
}

const ownerAndMover = (
  ownerId: string,
  { anglerId }: TimedMove,
  accounts: ReadonlyMap<string, string>,
): OwnerAndMover => ({ ownerId, moverId: accounts.get(anglerId) ?? UNKNOWN_ACCOUNT });

/** How many moves the boards of accounts publish. */
const spendingsOf = (shown: readonly ShownMoves[], accounts: ReadonlyMap<string, string>): BoardEventSpending[] => {
  const found = new Map<string, BoardEventSpending>();
  for (const { board, moves } of shown) {
    const ownerId = board.accountId;
    if (ownerId === null) continue;
    for (const move of moves) {
      const pair = ownerAndMover(ownerId, move, accounts);
      const key = spendingKey(pair);
      found.set(key, { ...pair, events: (found.get(key)?.events ?? 0) + 1 });
    }
  }
  return [...found.values()];
};

const timedEvents = (board: Board, { period }: RankingPeriod, move: TimedMove): TimedEvent[] =>
  eventsOf(board, period, move).map((event) => ({
    boardId: board.id,
    period,
    event,
    at: new Date(move.at),
    traceparent: move.traceparent,
  }));
