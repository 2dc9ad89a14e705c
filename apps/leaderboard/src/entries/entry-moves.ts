import { BackgroundWork } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { EntryMover } from './move-entries/entry-mover.js';

const EVERY_MS = 1_000;

/** Moves entries in the background whenever catches have changed. */
@Injectable()
export class EntryMoves {
  private readonly task: ReturnType<BackgroundWork['recurring']>;

  constructor(mover: EntryMover, background: BackgroundWork) {
    this.task = background.recurring({
      name: 'entry-moves',
      everyMs: EVERY_MS,
      jitter: true,
      run: (signal) => mover.drain(() => signal.aborted),
    });
  }

  /** Looks for changes now, and once more when it is already at it. */
  wake(): void {
    this.task.runSoon();
  }
}
