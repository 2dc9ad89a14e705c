import type { AppendContext } from '@cds/event-store';
import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import type { Board } from '../boards/board.js';
import { Boards } from '../boards/boards.store.js';
import { currentPeriod } from '../boards/period.js';
import { MoveRecorder } from '../entries/move-entries/move-recorder.js';
import { standingId } from '../entries/move-entries/standing.js';
import { Standings } from '../entries/move-entries/standings.store.js';
import { misplacedEntries } from './misplaced-entries.query.js';

export interface RebuildProgress {
  readonly boards: number;
  readonly ofBoards: number;
  /** Entries compared with the catches, and those of them that were not as they should be. */
  readonly entries: number;
  readonly moved: number;
}

/**
 * Brings every board to what the service's copy of the catches says. Each board is one transaction: readers see it as
 * it was until it is right, and new catches wait for that one board. An entry that was wrong moves like any other, so
 * whoever follows leaderboard.events hears of it; a board that was right stays untouched. Stopped half-way, the boards
 * done are done.
 */
export class RebuildEntries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly boards: Boards,
    private readonly standings: Standings,
    private readonly recorder: MoveRecorder,
    private readonly onProgress: (progress: RebuildProgress) => void,
  ) {}

  async run(context: AppendContext): Promise<RebuildProgress> {
    const boards = await this.boards.all(this.pool);
    let progress = { boards: 0, ofBoards: boards.length, entries: 0, moved: 0 };
    for (const board of boards) {
      const { entries, moved } = await inTransaction(this.pool, (tx) => this.rebuild(tx, board, context));
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

  private async rebuild(
    tx: pg.PoolClient,
    board: Board,
    context: AppendContext,
  ): Promise<{ entries: number; moved: number }> {
    const key = { boardId: board.id, period: currentPeriod(board.rule.period).id };
    const first = (await this.standings.lock(tx, [key])).get(standingId(key));
    if (first === undefined) return { entries: 0, moved: 0 };
    let version = first;
    for await (const moves of misplacedEntries(tx, key)) {
      await this.recorder.record(tx, [{ ...key, board, version, moves }], context);
      version += moves.length;
    }
    return { entries: await this.standings.recount(tx, key), moved: version - first };
  }
}
