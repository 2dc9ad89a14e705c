import { inBatches } from '@cds/postgres';
import type pg from 'pg';
import { exclusively } from './exclusively.js';
import { RecurringTask, type WorkReports } from './recurring-task.js';

/** A statement that changes at most `batchSize` rows. */
export type SweepBatch = (db: Pick<pg.Pool | pg.PoolClient, 'query'>) => Promise<{ readonly rowCount: number | null }>;

export interface SweeperOptions {
  /** Names the work in logs and metrics, such as `audit-log`. */
  readonly name: string;
  readonly everyMs: number;
  readonly pool: pg.Pool;
  /** Rows that one statement changes at most: keep it far below a second of work. */
  readonly batchSize: number;
  /** Each is repeated until it changes fewer rows than a batch has, then the next one has its turn. */
  readonly batches: readonly SweepBatch[];
  /** One copy of the service at a time; others pass over their turn. Default: false, copies share the work. */
  readonly exclusive?: boolean;
}

/**
 * Removes what is no longer needed, a bounded batch per transaction, at intervals that copies do not share. Rows that
 * are locked should be skipped (`FOR UPDATE SKIP LOCKED`), so that it never waits for anybody.
 */
export class Sweeper {
  private readonly task: RecurringTask;

  constructor(
    private readonly options: SweeperOptions,
    private readonly reports: WorkReports,
  ) {
    const { name, everyMs } = options;
    this.task = new RecurringTask({ name, everyMs, jitter: true, run: () => this.sweep() }, reports);
  }

  start(): void {
    this.task.start();
  }

  /** Resolves once the current batch has ended. */
  stop(): Promise<void> {
    return this.task.stop();
  }

  /** Sweeps now; returns how many rows were changed. Fails as its statements fail. */
  async sweep(): Promise<number> {
    let changed = 0;
    for (const batch of this.options.batches) {
      if (this.task.signal.aborted) break;
      changed += await inBatches(this.options.batchSize, () => this.run(batch), this.task.signal);
    }
    if (changed > 0) this.reports.log.event('background.swept', { work: this.options.name, rows: changed });
    return changed;
  }

  private async run(batch: SweepBatch): Promise<{ readonly rowCount: number | null }> {
    const { pool, name, exclusive = false } = this.options;
    return exclusive ? ((await exclusively(pool, name, batch)) ?? { rowCount: 0 }) : batch(pool);
  }
}
