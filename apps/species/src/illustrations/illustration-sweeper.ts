import { Clock } from '@cds/service-kit';
import { ObjectStorage } from '@cds/storage';
import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { ILLUSTRATION_FOLDER } from './illustrations.js';

const DAY_MS = 86_400_000;
/** One that is asked for again is drawn again. */
const KEPT_MS = 60 * DAY_MS;
const BATCH = 100;

/** Removes drawings that were made long ago: a species that was renamed or deleted leaves some that nobody asks for. */
@Injectable()
export class IllustrationSweeper {
  private readonly task: RecurringTask;

  constructor(
    private readonly storage: ObjectStorage,
    private readonly clock: Clock,
    background: BackgroundWork,
  ) {
    this.task = background.recurring({
      name: 'illustrations',
      everyMs: DAY_MS,
      jitter: true,
      run: () => this.sweep(),
    });
  }

  /** Returns how many files were removed. */
  async sweep(): Promise<number> {
    const before = this.clock.now().getTime() - KEPT_MS;
    let [removed, old]: [number, string[]] = [0, []];
    const remove = async (): Promise<void> => {
      await this.storage.remove(old);
      [removed, old] = [removed + old.length, []];
    };
    for await (const { key, modifiedAt } of this.storage.list(ILLUSTRATION_FOLDER)) {
      if (this.task.signal.aborted) break;
      if (modifiedAt.getTime() < before) old.push(key);
      if (old.length >= BATCH) await remove();
    }
    await remove();
    return removed;
  }
}
