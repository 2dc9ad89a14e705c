import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { AnglerTasks } from '../angler-tasks.js';

const EVERY_MS = 30_000;
/** Searches ask for everybody whose erasure is at work: there are never many more. */
const BATCH = 50;

/**
 * Has erasures done again that a release came to the end of which erased less than this one does: an erasure is
 * finished when a copy of this release has said so. Each is repeated once, and the new tasks wait for the ones before.
 */
@Injectable()
export class ErasureRepeater {
  private readonly task: RecurringTask;

  constructor(
    private readonly tasks: AnglerTasks,
    background: BackgroundWork,
  ) {
    this.task = background.recurring({
      name: 'erasure-repeats',
      everyMs: EVERY_MS,
      jitter: true,
      run: () => this.tasks.repeatErasures(BATCH),
    });
  }

  /** Looks now instead of at the next interval. */
  wake(): void {
    this.task.runSoon();
  }
}
