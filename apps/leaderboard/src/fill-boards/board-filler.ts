import { BackgroundWork, RETRY_FOREVER, type Worker } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { type BoardFill, BoardFills } from './board-fills.js';
import { FillBoard } from './fill-board.js';

/** A board with very many entries lets other boards go first after this time. */
const TURN_MS = 30_000;
const CONCURRENCY = 2;

/** Fills new boards in the background. */
@Injectable()
export class BoardFiller {
  private readonly worker: Worker<BoardFill>;

  constructor(fills: BoardFills, board: FillBoard, background: BackgroundWork) {
    this.worker = background.worker<BoardFill>({
      name: 'board-fills',
      queue: fills,
      retry: RETRY_FOREVER,
      turnMs: TURN_MS,
      concurrency: CONCURRENCY,
      work: (job, turn) => board.execute(job, turn),
    });
  }

  /** Looks for boards to fill now instead of at the next interval. */
  wake(): void {
    this.worker.wake();
  }
}
