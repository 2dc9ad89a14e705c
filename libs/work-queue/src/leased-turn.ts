import type { LeasedQueue } from './leased-queue.js';
import type { Leased } from './queue-table.js';

/** What a job's work is given beside the job. */
export interface Turn {
  /** Whether the job's turn is over, or the worker stops: then the work ends soon, and says how it goes on. */
  isOver(): boolean;
  /**
   * Says that the work goes on. Call it at each step of work that takes longer than `MAX_SILENT_MS` without progress.
   */
  keep(): void;
}

/** The lease of work that shows no sign of life for as long is no longer renewed: another worker takes the job over. */
export const MAX_SILENT_MS = 120_000;

/**
 * Renews a job's lease while its work runs, so that a step may wait for something slow. A process that died or whose
 * event loop stands still renews nothing.
 */
export class LeasedTurn implements Turn {
  private readonly endsAt: number;
  private readonly timer: NodeJS.Timeout;
  private aliveAt = performance.now();

  constructor(
    queue: Pick<LeasedQueue, 'pool' | 'renew' | 'table'>,
    job: Leased,
    turnMs: number,
    private readonly stopping: AbortSignal,
  ) {
    this.endsAt = performance.now() + turnMs;
    this.timer = setInterval(
      () => {
        if (performance.now() - this.aliveAt < MAX_SILENT_MS) queue.renew(queue.pool, job).catch(() => undefined);
      },
      (queue.table.leaseSeconds * 1_000) / 3,
    );
    this.timer.unref();
  }

  isOver(): boolean {
    return this.stopping.aborted || performance.now() > this.endsAt;
  }

  keep(): void {
    this.aliveAt = performance.now();
  }

  end(): void {
    clearInterval(this.timer);
  }
}
