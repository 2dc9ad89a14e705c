import { BackgroundWork } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { EntryMover } from '../entries/move-entries/entry-mover.js';
import { BoardSwitcher } from './board-switcher.js';
import { RankingFiller } from './ranking-filler.js';
import { RankingKeeper } from './ranking-keeper.js';

const EVERY_MS = 5_000;

/** Makes boards show the rankings of their rules, in the background: of new boards and of those that were edited. */
@Injectable()
export class BoardFiller {
  private readonly task: ReturnType<BackgroundWork['recurring']>;

  constructor(
    private readonly keeper: RankingKeeper,
    private readonly filler: RankingFiller,
    private readonly mover: EntryMover,
    private readonly switcher: BoardSwitcher,
    background: BackgroundWork,
  ) {
    this.task = background.recurring({
      name: 'board-fills',
      everyMs: EVERY_MS,
      jitter: true,
      run: async (signal) => {
        await this.keeper.adopt();
        await this.fill(() => signal.aborted);
      },
    });
  }

  /** Looks for boards to fill now instead of at the next interval. */
  wake(): void {
    this.task.runSoon();
  }

  /** Until every board shows the ranking of its rule. Entries of other rankings go on moving in between. */
  async fill(isOver: () => boolean = () => false): Promise<void> {
    for (let isMore = true; isMore && !isOver();) {
      await this.keeper.make();
      await this.keeper.settle();
      await this.switcher.switchWaiting();
      isMore = (await this.filler.step(isOver)) !== undefined;
      if (isMore) await this.mover.drain(isOver);
    }
    if (!isOver()) await this.switcher.switchWaiting();
  }
}
