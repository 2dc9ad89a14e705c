import { Injectable } from '@nestjs/common';
import { type RankingPeriod, RankingPeriods } from '../rankings/ranking-periods.store.js';
import type { PlaceChange } from '../ranks/place.js';
import { RankTree } from '../ranks/rank-tree.store.js';
import type { Score } from '../score.js';
import type { DecidedMoves } from './move-decider.js';
import { MovePublisher } from './move-publisher.js';
import type { MoveSession } from './move-sessions.js';
import type { MovingAngler } from './moving-angler.js';
import type { RankedMove } from './rank-moves.decision.js';
import type { KnownEntry } from './known-entry.js';
import { type EntryToWrite, RankedEntries } from './ranked-entries.store.js';
import { type EntryResult, resultOf, timesOf } from './timeline.decision.js';

/** The same with their ranks. */
export interface RankedMoves extends DecidedMoves {
  readonly moves: readonly RankedMove[];
}

interface StoredMoves extends DecidedMoves {
  readonly firstMovedAt: number;
  readonly lastMovedAt: number;
}

/** Whose anglers move, and when. */
interface MoveTimes {
  readonly now: number;
  /** The account of each angler. */
  readonly accounts: ReadonlyMap<string, string>;
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
    private readonly publisher: MovePublisher,
  ) {}

  /** Returns the times of the last moves, and whether there is an event to publish. No period may occur twice. */
  async write(
    session: MoveSession,
    moved: readonly RankedMoves[],
    { now, accounts }: MoveTimes,
  ): Promise<WrittenMoves> {
    const timedPeriods = moved.map((one) => {
      const times = timesOf(one.moves, startOf(one.period, now));
      return { ...one, times, firstMovedAt: times[0] ?? now, lastMovedAt: times.at(-1) ?? now };
    });
    const results = timedPeriods.flatMap(({ anglers, moves, times }) =>
      anglers.map((one) => toWrite(one, resultOf(one.entry, one.moves, moves, times))),
    );
    const stored = this.store(session, results, timedPeriods, true);
    const published = timedPeriods.flatMap(({ period, moves, times }) => {
      const timed = moves.flatMap((move, index) =>
        move.isPublished === true ? [{ ...move, at: times[index] ?? now }] : [],
      );
      return timed.length > 0 ? [{ period, moves: timed }] : [];
    });
    const [, hasEvents] = await Promise.all([stored, this.publisher.publish(session.tx, published, accounts)]);
    return { lastMovedAt: timedPeriods.map((one) => one.lastMovedAt), hasEvents };
  }

  /**
   * Stores the moves of rankings that are being filled: no board shows them, and nobody will read what they were
   * meanwhile. Their parts are cut when they are complete. `kept` are entries that had the same score in the ranking
   * that is being replaced.
   */
  async writeSilently(
    session: MoveSession,
    moved: readonly DecidedMoves[],
    now: number,
    kept: (rankingId: number, period: string, score: Score) => KnownEntry | undefined = () => undefined,
  ): Promise<void> {
    const results = moved.flatMap(({ period, anglers }) =>
      anglers.map((one) => {
        const same = one.score ? kept(period.rankingId, period.period, one.score) : undefined;
        const { previousRank = null, knownFrom = now } = same ?? {};
        return toWrite(one, { score: one.score, previousRank, knownFrom, knownUntil: null, between: [] });
      }),
    );
    await this.store(
      session,
      results,
      moved.map((one) => ({ ...one, firstMovedAt: now, lastMovedAt: now })),
      false,
    );
  }

  private async store(
    { tx, reads }: MoveSession,
    results: readonly EntryToWrite[],
    moved: readonly StoredMoves[],
    cuts: boolean,
  ): Promise<void> {
    const places: PlaceChange[] = [];
    for (const { anglers } of moved) for (const angler of anglers) addPlaceChanges(places, angler);
    const entryCounts = new Map(moved.map(({ period }) => [period.id, period.entryCount]));
    const parts = this.tree.find({ tx, reads }, places, entryCounts);
    const written = [this.entries.write(tx, results), this.periods.grow(tx, moved.map(growthOf))];
    // Behind the statements that change the entries, which are sent already: parts are cut by the entries in them.
    const counted = parts.then((touched) => this.tree.add(tx, touched, cuts));
    await Promise.all([...written, counted]);
  }
}

/** After the last move of the period, even if the clock went back. */
const startOf = ({ lastMovedAt }: RankingPeriod, now: number): number =>
  lastMovedAt !== null && lastMovedAt >= now ? lastMovedAt + 1 : now;

const toWrite = ({ anglerId, periodId, entry, account }: MovingAngler, result: EntryResult): EntryToWrite => ({
  anglerId,
  periodId,
  score: result.score,
  catches: account?.catches() ?? 0,
  previousRank: result.previousRank,
  knownFrom: result.knownFrom,
  knownUntil: result.knownUntil,
  between: result.between,
  row: entry?.row ?? null,
});

/** The score that was there before the moves and is not after them, and the other way round. */
const addPlaceChanges = (places: PlaceChange[], { periodId, entry, score }: MovingAngler): void => {
  if (entry) places.push(placeChange(periodId, entry.score, -1));
  if (score) places.push(placeChange(periodId, score, 1));
};

const placeChange = (periodId: number, { placement, achievedAt, anglerId }: Score, entries: number): PlaceChange => ({
  placement,
  achievedAt,
  anglerId,
  periodId,
  entries,
});

const growthOf = ({ period, moves, firstMovedAt, lastMovedAt }: StoredMoves) => ({
  id: period.id,
  entries: moves.reduce((sum, { from, to }) => sum + Number(to !== null) - Number(from !== null), 0),
  firstMovedAt,
  lastMovedAt,
});
