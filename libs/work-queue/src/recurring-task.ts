/**
 * What a recurring task does each time. `signal` is aborted when it is to end: long work looks at it between its steps.
 */
export type RecurringWork = (signal: AbortSignal) => Promise<unknown>;

/**
 * Does something again and again in the background, from `start` until `stop`: first after `everyMs`, then so long
 * after each run's end, so that no two runs are ever under way at once. A failed run is told to `onFailure` and tried
 * again the next time.
 */
export class RecurringTask {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly everyMs: number,
    private readonly work: RecurringWork,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Aborted by `stop`, for work that is also done outside the runs. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Does not keep the process alive. */
  start(): void {
    if (this.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.running = this.run().then(() => this.start());
    }, this.everyMs);
    this.timer.unref();
  }

  /** Resolves once the run that is under way has ended; none begins any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      await this.work(this.signal);
    } catch (error) {
      this.onFailure(error);
    }
  }
}
