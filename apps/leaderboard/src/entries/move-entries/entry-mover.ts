import type { Queryable } from '@cds/postgres';
import type { AppendContext } from '@cds/event-store';
import { Injectable } from '@nestjs/common';
import type { Score } from '../score.js';
import { BestCatchesQuery, type CatchOn } from './best-catches.query.js';
import { type AnglerOn, Entries } from './entries.store.js';
import { MoveRecorder } from './move-recorder.js';
import { movesOf } from './moves.decision.js';
import type { ScoresByBoardPeriod } from './score-row.js';
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

const NONE: ReadonlyMap<string, Score> = new Map();

/** Moves the entries of boards when catches change. */
@Injectable()
export class EntryMover {
  constructor(
    private readonly boardPeriods: BoardPeriods,
    private readonly entries: Entries,
    private readonly bestCatches: BestCatchesQuery,
    private readonly recorder: MoveRecorder,
  ) {}

  /**
   * Applies changes inside the caller's transaction, in which the changed catches were written before. Takes a fixed
   * number of statements, and one more per board with moves. Returns whether there is an event to publish.
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
    const versions = await this.boardPeriods.lock(db, keyed);
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

  /** The next best catches of anglers whose entry is a catch that changed: no other entry can get worse. */
  private async fallbacks(
    db: Queryable,
    locked: readonly LockedChange[],
    entries: ScoresByBoardPeriod,
  ): Promise<ScoresByBoardPeriod> {
    const invalidated = locked.flatMap((one) => {
      const changed = new Set(one.change.steps.map(({ catchId }) => catchId));
      const scores = [...(entries.get(boardPeriodId(one)) ?? NONE).values()];
      return scores.filter(({ catchId }) => changed.has(catchId)).map(({ anglerId }) => ({ ...keyOf(one), anglerId }));
    });
    return invalidated.length === 0 ? new Map() : this.bestCatches.of(db, invalidated, locked.flatMap(catchesOf));
  }
}

const anglersOf = (locked: LockedChange): AnglerOn[] => {
  const scores = [...locked.change.before, ...locked.change.steps.flatMap(({ after }) => after ?? [])];
  return [...new Set(scores.map(({ anglerId }) => anglerId))].map((anglerId) => ({ ...keyOf(locked), anglerId }));
};

const catchesOf = (locked: LockedChange): CatchOn[] =>
  [...new Set(locked.change.steps.map(({ catchId }) => catchId))].map((catchId) => ({ ...keyOf(locked), catchId }));
