import type { AppendContext } from '@cds/event-store';
import { inTransaction, type Queryable } from '@cds/postgres';
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
import { samePlacing } from '../entries/placing.js';
import { forMisplacedAnglers } from './misplaced-anglers.query.js';

export interface RebuildProgress {
  readonly boards: number;
  readonly ofBoards: number;
  /** Entries compared with the catches, and those of them that were not as they should be. */
  readonly entries: number;
  readonly moved: number;
}

/**
 * Brings every board to what the service's copy of the catches says. Wrong entries are found by a comparison that only
 * reads, and put right some hundred at a time, in a transaction each, so that new catches wait for a moment and the
 * relay for none that lasts. An entry that was wrong moves like any other, so whoever follows leaderboard.events learns
 * of it; a board that was right stays untouched. A run that is cut off keeps what it put right, and the next one
 * continues with the rest.
 */
export class RebuildEntries {
  private readonly bestCatches = new BestCatchesQuery();
  private readonly entries = new Entries();

  constructor(
    private readonly pool: pg.Pool,
    private readonly boards: Boards,
    private readonly standings: BoardPeriods,
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
    await forMisplacedAnglers(this.pool, key, async (anglerIds) => {
      moved += await inTransaction(this.pool, (tx) => this.putRight(tx, board, key, anglerIds, context));
    });
    return { entries: await this.standings.recount(this.pool, key), moved };
  }

  /** Looks again at these anglers while nobody else moves entries; answers how many entries it moved. */
  private async putRight(
    tx: Queryable,
    board: Board,
    key: BoardPeriodKey,
    anglerIds: readonly string[],
    context: AppendContext,
  ): Promise<number> {
    const version = (await this.standings.lock(tx, [key])).get(boardPeriodId(key));
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
      .filter(({ from, to }) => !samePlacing(from, to));
  }
}
