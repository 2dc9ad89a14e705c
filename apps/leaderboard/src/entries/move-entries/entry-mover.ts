import type { Queryable } from '@cds/postgres';
import type { AppendContext } from '@cds/event-store';
import { Injectable } from '@nestjs/common';
import type { Placing } from '../placing.js';
import { BestCatchesQuery, type CatchOn } from './best-catches.query.js';
import { type AnglerOn, Entries } from './entries.store.js';
import { MoveRecorder } from './move-recorder.js';
import { movesOf } from './moves.decision.js';
import type { PlacingsByBoardPeriod } from './placing-row.js';
import {
  keyOf,
  type BoardPeriodChange,
  type BoardPeriodKey,
  type BoardPeriodMoves,
  boardPeriodId,
} from './board-period.js';
import { BoardPeriods } from './board-periods.store.js';

interface LockedChange extends BoardPeriodChange, BoardPeriodKey {
  readonly version: number;
}

const NONE: ReadonlyMap<string, Placing> = new Map();

/** Moves the entries of boards after catches changed. */
@Injectable()
export class EntryMover {
  constructor(
    private readonly standings: BoardPeriods,
    private readonly entries: Entries,
    private readonly bestCatches: BestCatchesQuery,
    private readonly recorder: MoveRecorder,
  ) {}

  /**
   * Inside the caller's transaction, which must hold what the changes come from. A batch takes a fixed number of
   * statements and one more per board that moves. Answers whether there is an event to publish.
   */
  async apply(db: Queryable, changes: readonly BoardPeriodChange[], context: AppendContext): Promise<boolean> {
    if (changes.length === 0) return false;
    const moved = await this.decide(db, await this.lock(db, changes));
    if (moved.length === 0) return false;
    await this.recorder.record(db, moved, context);
    return true;
  }

  private async lock(db: Queryable, changes: readonly BoardPeriodChange[]): Promise<LockedChange[]> {
    const keyed = changes.map((one) => ({ ...one, boardId: one.board.id }));
    const versions = await this.standings.lock(db, keyed);
    return keyed.flatMap((one) => {
      const version = versions.get(boardPeriodId(one));
      return version === undefined ? [] : [{ ...one, version }];
    });
  }

  private async decide(db: Queryable, locked: readonly LockedChange[]): Promise<BoardPeriodMoves[]> {
    const entries = await this.entries.of(db, locked.flatMap(anglersOf));
    const fallbacks = await this.fallbacks(db, locked, entries);
    return locked
      .map((one) => {
        const id = boardPeriodId(one);
        return {
          ...one,
          moves: movesOf(one.change, { entries: entries.get(id) ?? NONE, fallbacks: fallbacks.get(id) ?? NONE }),
        };
      })
      .filter(({ moves }) => moves.length > 0);
  }

  /** Only where an entry rests on a catch that changed is there need to look for the angler's next best. */
  private async fallbacks(
    db: Queryable,
    locked: readonly LockedChange[],
    entries: PlacingsByBoardPeriod,
  ): Promise<PlacingsByBoardPeriod> {
    const invalidated = locked.flatMap((one) => {
      const changed = new Set(one.change.steps.map(({ catchId }) => catchId));
      const placings = [...(entries.get(boardPeriodId(one)) ?? NONE).values()];
      return placings
        .filter(({ catchId }) => changed.has(catchId))
        .map(({ anglerId }) => ({ ...keyOf(one), anglerId }));
    });
    return invalidated.length === 0 ? new Map() : this.bestCatches.of(db, invalidated, locked.flatMap(catchesOf));
  }
}

const anglersOf = (locked: LockedChange): AnglerOn[] => {
  const placings = [...locked.change.before, ...locked.change.steps.flatMap(({ after }) => after ?? [])];
  return [...new Set(placings.map(({ anglerId }) => anglerId))].map((anglerId) => ({ ...keyOf(locked), anglerId }));
};

const catchesOf = (locked: LockedChange): CatchOn[] =>
  [...new Set(locked.change.steps.map(({ catchId }) => catchId))].map((catchId) => ({ ...keyOf(locked), catchId }));
