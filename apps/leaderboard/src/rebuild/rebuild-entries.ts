import type { AppendContext } from '@cds/event-store';
import { inTransaction } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import type pg from 'pg';
import type { Board } from '../boards/board.js';
import { Boards } from '../boards/boards.store.js';
import { currentPeriod } from '../boards/period.js';
import { BestCatchesQuery } from '../entries/move-entries/best-catches.query.js';
import { Entries } from '../entries/move-entries/entries.store.js';
import { MoveRecorder } from '../entries/move-entries/move-recorder.js';
import type { Move } from '../entries/move-entries/moves.decision.js';
import { type BoardPeriodKey, boardPeriodId } from '../entries/move-entries/board-period.js';
import { BoardPeriods } from '../entries/move-entries/board-periods.store.js';
import { sameScore } from '../entries/score.js';
import { forMismatchedAnglers } from './mismatched-anglers.query.js';

export interface RebuildProgress {
  readonly boards: number;
  readonly ofBoards: number;
  /** The number of entries that were compared with the catches, and how many of them were wrong. */
  readonly entries: number;
  readonly moved: number;
}

/**
 * Brings every board into line with the service's copy of the catches. A read-only comparison finds the wrong entries.
 * They are corrected in batches, each in a transaction of its own, so that new catches and the relay wait only briefly.
 * A corrected entry moves like any other, so consumers of leaderboard.events learn of it. Boards without wrong entries
 * are not changed. An interrupted run keeps what it has corrected, and the next one continues with the rest.
 */
export class RebuildEntries {
  private readonly bestCatches = new BestCatchesQuery();
  private readonly entries = new Entries();

  constructor(
    private readonly pool: pg.Pool,
    private readonly boards: Boards,
    private readonly boardPeriods: BoardPeriods,
    private readonly recorder: MoveRecorder,
    private readonly onProgress: (progress: RebuildProgress) => void,
  ) {}

  async run(context: AppendContext): Promise<RebuildProgress> {
    const boards = await this.boards.all(this.pool);
    let progress = { boards: 0, ofBoards: boards.length, entries: 0, moved: 0 };
    for (const board of boards) {
      const { entries, moved } = await this.rebuild(board, context);
      progress = {
        ...progress,
        boards: progress.boards + 1,
        entries: progress.entries + entries,
        moved: progress.moved + moved,
      };
      this.onProgress(progress);
    }
    return progress;
  }

  private async rebuild(board: Board, context: AppendContext): Promise<{ entries: number; moved: number }> {
    const key = { boardId: board.id, period: currentPeriod(board.rule.period).id };
    let moved = 0;
    await forMismatchedAnglers(this.pool, key, async (anglerIds) => {
      moved += await inTransaction(this.pool, (tx) => this.correct(tx, board, key, anglerIds, context));
    });
    return { entries: await this.boardPeriods.recount(this.pool, key), moved };
  }

  /** Checks these anglers again under the board's lock. Returns how many entries it moved. */
  private async correct(
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
