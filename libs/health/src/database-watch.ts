import {
  closeIdle,
  isQueryTimeout,
  probeServer,
  releaseAtShutdown,
  serverShutdown,
  type ServicePools,
} from '@cds/postgres';
import { RecurringTask, type WorkReports } from '@cds/work-queue';

export interface DatabaseWatchOptions {
  readonly everyMs?: number;
  /** A check that takes longer has failed. */
  readonly checkTimeoutMs?: number;
  /** The process is stuck when its pool has stood still for so long while new connections worked. */
  readonly stuckAfterMs?: number;
}

const EVERY_MS = 5_000;
const CHECK_TIMEOUT_MS = 2_000;
const STUCK_AFTER_MS = 60_000;

/**
 * Compares what the pool and what a new connection can do. When the server refuses new connections because it shuts
 * down, every pool lets go of its own. When only the pool fails, and no connection comes back to it, the process has a
 * problem that a restart solves. A pool that is merely busy gets its connections back: each statement has a time limit.
 */
export class DatabaseWatch {
  private readonly task: RecurringTask;
  private readonly options: Required<DatabaseWatchOptions>;
  private isShuttingDown = false;
  private stillSince: number | undefined;

  constructor(
    private readonly url: string,
    private readonly service: string,
    private readonly pools: ServicePools,
    reports: WorkReports,
    options: DatabaseWatchOptions = {},
  ) {
    this.options = {
      everyMs: EVERY_MS,
      checkTimeoutMs: CHECK_TIMEOUT_MS,
      stuckAfterMs: STUCK_AFTER_MS,
      ...options,
    };
    for (const pool of allOf(pools)) releaseAtShutdown(pool, () => this.isShuttingDown);
    pools.main.on('release', (error: unknown) => {
      if (!isQueryTimeout(error)) this.stillSince = undefined;
    });
    this.task = new RecurringTask(
      { name: 'database.watch', everyMs: this.options.everyMs, run: () => this.check() },
      reports,
    );
  }

  /** Why the process should be restarted; undefined while it need not be. */
  get problem(): string | undefined {
    if (this.stillSince === undefined) return undefined;
    const stillMs = performance.now() - this.stillSince;
    if (stillMs < this.options.stuckAfterMs) return undefined;
    return `the pool has failed for ${Math.round(stillMs / 1_000)} s while new connections work`;
  }

  start(): void {
    this.task.start();
  }

  async stop(): Promise<void> {
    await this.task.stop();
  }

  private async check(): Promise<void> {
    const [state, poolWorks] = await Promise.all([
      probeServer(this.url, `${this.service}-watch`, this.options.checkTimeoutMs),
      this.poolWorks(),
    ]);
    this.isShuttingDown = state === 'shutting-down';
    if (this.isShuttingDown) this.letGo();
    if (poolWorks || state !== 'works') this.stillSince = undefined;
    else this.stillSince ??= performance.now();
  }

  private letGo(): void {
    for (const pool of allOf(this.pools)) closeIdle(pool);
    serverShutdown.emit('begun');
  }

  private async poolWorks(): Promise<boolean> {
    const checked = this.pools.main.query('SELECT 1').then(
      () => true,
      () => false,
    );
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), this.options.checkTimeoutMs);
    });
    const works = await Promise.race([checked, tooLate]);
    clearTimeout(timer);
    return works;
  }
}

const allOf = ({ main, reads, heavyReads }: ServicePools) => [main, reads, heavyReads];
