import type { AppendContext } from '@cds/event-store';
import { inTransaction, POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Board } from '../../boards/board.js';
import { currentPeriod } from '../../boards/period.js';
import { BestCatchesQuery } from '../move-entries/best-catches.query.js';
import { type BoardPeriodKey, boardPeriodId } from '../move-entries/board-period.js';
import { BoardPeriods } from '../move-entries/board-periods.store.js';
import { Entries } from '../move-entries/entries.store.js';
import { MoveRecorder } from '../move-entries/move-recorder.js';
import type { Move } from '../move-entries/moves.decision.js';
import { sameScore } from '../score.js';
import { forMismatchedAnglers } from './mismatched-anglers.query.js';

export interface CorrectionOptions {
  /** Called for each batch, whose events get what it returns. */
  context(): AppendContext;
  /** Runs first in the transaction of each batch. What it throws ends the correction. */
  begin?(tx: pg.PoolClient): Promise<void>;
  /** Called after the commit of each batch with the number of entries that it moved. False ends the correction. */
  afterBatch?(moved: number): boolean;
}

export interface Correction {
  readonly moved: number;
  /** Whether every entry was compared. */
  readonly isComplete: boolean;
}

/**
 * Brings a board into line with the service's copy of the catches. A read-only comparison finds the wrong entries, best
 * first. They are corrected in batches, each in a transaction of its own, so that new catches and the relay wait only
 * briefly. A correction that is interrupted keeps what it has done, and the next one continues with the rest.
 */
@Injectable()
export class EntryCorrector {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly boardPeriods: BoardPeriods,
    private readonly entries: Entries,
    private readonly bestCatches: BestCatchesQuery,
    private readonly recorder: MoveRecorder,
  ) {}

  async correct(board: Board, { context, begin, afterBatch }: CorrectionOptions): Promise<Correction> {
    const key = { boardId: board.id, period: currentPeriod(board.rule.period, new Date()).id };
    let moved = 0;
    const isComplete = await forMismatchedAnglers(this.pool, key, async (anglerIds) => {
      const movedNow = await inTransaction(this.pool, async (tx) => {
        await begin?.(tx);
        return this.correctBatch(tx, board, key, anglerIds, context());
      });
      moved += movedNow;
      return afterBatch?.(movedNow) ?? true;
    });
    return { moved, isComplete };
  }

  /** Compares these anglers again under the board's lock. Returns how many entries it moved. */
  private async correctBatch(
    tx: Queryable,
    board: Board,
    key: BoardPeriodKey,
    anglerIds: readonly string[],
    context: AppendContext,
  ): Promise<number> {
    const version = (await this.boardPeriods.lock(tx, [key])).get(boardPeriodId(key));
    if (version === undefined) return 0;
    const moves = await this.movesOf(tx, key, anglerIds);
    if (moves.length > 0) await this.recorder.record(tx, [{ ...key, board, version, moves }], context);
    return moves.length;
  }

  private async movesOf(tx: Queryable, key: BoardPeriodKey, anglerIds: readonly string[]): Promise<Move[]> {
    const anglers = anglerIds.map((anglerId) => ({ ...key, anglerId }));
    const entries = (await this.entries.of(tx, anglers)).get(boardPeriodId(key));
    const best = (await this.bestCatches.of(tx, anglers, [])).get(boardPeriodId(key));
    return anglerIds
      .map((anglerId) => ({ anglerId, from: entries?.get(anglerId) ?? null, to: best?.get(anglerId) ?? null }))
      .filter(({ from, to }) => !sameScore(from, to));
  }
}
