import type { WorkLog } from './work-log.js';
import type { WorkMetrics } from './work-metrics.js';

export interface RecurringTaskOptions {
  /** Names the work in logs and metrics, such as `audit-log.sweep`. */
  readonly name: string;
  /** From the end of a run to the start of the next one. The first run starts after the same time. */
  readonly everyMs: number;
  /** Long work looks at `signal` between its steps: it is aborted when the task is stopped. */
  run(signal: AbortSignal): Promise<unknown>;
  /** Shortens each wait by up to a tenth, so that copies that started together do not run together. Default: false. */
  readonly jitter?: boolean;
}

export interface WorkReports {
  readonly log: WorkLog;
  readonly metrics: WorkMetrics;
}

const JITTER = 0.1;

/**
 * Does something again and again in the background, from `start` until `stop`; two runs never overlap. A run that fails
 * is logged as `background.failed` and counted, and the next one starts as usual.
 */
export class RecurringTask {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isSoon = false;

  constructor(
    private readonly options: RecurringTaskOptions,
    private readonly reports: WorkReports,
  ) {}

  /** Aborted by `stop`, for work that is also done outside the runs. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Does not keep the process alive. A task that was stopped does not start again. */
  start(): void {
    if (this.signal.aborted) return;
    if (this.isSoon) return this.begin();
    this.timer = setTimeout(() => this.begin(), this.waitMs());
    this.timer.unref();
  }

  private begin(): void {
    this.timer = undefined;
    this.isSoon = false;
    this.running = this.runOnce().then(() => this.start());
  }

  /** Runs now instead of at the end of the current wait, and after the current run instead of a wait later. */
  runSoon(): void {
    this.isSoon = true;
    if (this.timer === undefined || this.signal.aborted) return;
    clearTimeout(this.timer);
    this.begin();
  }

  /** Resolves once the current run has ended; no further run starts. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.running;
  }

  private waitMs(): number {
    const { everyMs, jitter = false } = this.options;
    return jitter ? everyMs * (1 - Math.random() * JITTER) : everyMs;
  }

  private async runOnce(): Promise<void> {
    const { name, run } = this.options;
    const { log, metrics } = this.reports;
    const startedAt = performance.now();
    try {
      await run(this.signal);
      metrics.ran(name, 'done', performance.now() - startedAt);
    } catch (error) {
      metrics.ran(name, 'failed', performance.now() - startedAt);
      log.event('background.failed', { work: name, err: error }, 'warn');
    }
  }
}
