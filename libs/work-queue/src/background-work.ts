import { PartitionKeeper, type PartitionKeeperOptions } from './partitions/partition-keeper.js';
import { RecurringTask, type RecurringTaskOptions, type WorkReports } from './recurring-task.js';
import { Sweeper, type SweeperOptions } from './sweeper.js';
import { Worker, type WorkerOptions } from './worker.js';

interface Background {
  start(): void;
  stop(): Promise<void>;
}

/**
 * The background work of one process: what is added starts with the service and stops with it, and reports to its log
 * and metrics. Work that is added after the start begins at once.
 */
export class BackgroundWork {
  private readonly added: Background[] = [];
  private isStarted = false;

  constructor(private readonly reports: WorkReports) {}

  recurring(options: RecurringTaskOptions): RecurringTask {
    return this.add(new RecurringTask(options, this.reports));
  }

  sweeper(options: SweeperOptions): Sweeper {
    return this.add(new Sweeper(options, this.reports));
  }

  partitions(options: PartitionKeeperOptions): PartitionKeeper {
    return this.add(new PartitionKeeper(options, this.reports));
  }

  worker<T>(options: WorkerOptions<T>): Worker<T> {
    return this.add(new Worker(options, this.reports));
  }

  start(): void {
    this.isStarted = true;
    for (const work of this.added) work.start();
  }

  /** Resolves once everything has stopped. */
  async stop(): Promise<void> {
    await Promise.all(this.added.map((work) => work.stop()));
  }

  private add<W extends Background>(work: W): W {
    this.added.push(work);
    if (this.isStarted) work.start();
    return work;
  }
}
