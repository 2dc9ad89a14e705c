import type { AppendContext } from '@cds/event-store';
import type pg from 'pg';
import type { Board } from '../boards/board.js';
import { Boards } from '../boards/boards.store.js';
import { currentPeriod } from '../boards/period.js';
import { EntryCorrector } from '../entries/correct-entries/entry-corrector.js';
import { BoardPeriods } from '../entries/move-entries/board-periods.store.js';

export interface RebuildProgress {
  readonly boards: number;
  readonly ofBoards: number;
  /** The number of entries that were compared with the catches, and how many of them were wrong. */
  readonly entries: number;
  readonly moved: number;
}

/**
 * Brings every board into line with the service's copy of the catches, while the service runs. A corrected entry moves
 * like any other, so consumers of leaderboard.events learn of it. Boards without wrong entries are not changed. An
 * interrupted run keeps what it has corrected, and the next one continues with the rest.
 */
export class RebuildEntries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly boards: Boards,
    private readonly boardPeriods: BoardPeriods,
    private readonly corrector: EntryCorrector,
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
    const { moved } = await this.corrector.correct(board, { context: () => context });
    const key = { boardId: board.id, period: currentPeriod(board.rule.period, new Date()).id };
    return { entries: await this.boardPeriods.recount(this.pool, key), moved };
  }
}
