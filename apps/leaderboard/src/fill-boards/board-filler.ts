import { BackgroundWork } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { FillBoards } from './fill-boards.js';
import { RankingKeeper } from './ranking-keeper.js';

const EVERY_MS = 1_000;
const ADOPT_EVERY_MS = 60_000;

/** Fills boards in the background. */
@Injectable()
export class BoardFiller {
  private readonly task: ReturnType<BackgroundWork['recurring']>;

  constructor(boards: FillBoards, keeper: RankingKeeper, background: BackgroundWork) {
    this.task = background.recurring({
      name: 'board-fills',
      everyMs: EVERY_MS,
      jitter: true,
      run: (signal) => boards.execute(() => signal.aborted),
    });
    background.recurring({ name: 'board-jobs', everyMs: ADOPT_EVERY_MS, jitter: true, run: () => keeper.adopt() });
  }

  /** Looks for boards to fill now instead of at the next interval. */
  wake(): void {
    this.task.runSoon();
  }
}
