import { findAppError, hasCode, isKind, isTransientDatabaseError, isUniqueViolation } from '@cds/errors';
import type { ServiceLogger } from '@cds/service-kit';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { type Job, type JobQueue, type JobTable, ONE_RUNNING } from './job-queue.js';

const LOOK_EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 60_000;
/** After so long the job that waits longest has its turn. */
const TURN_MS = 10_000;
const LONGEST_RETRY_S = 60;
/** What heals by itself is tried again for about a quarter of an hour, what looks like a bug three times. */
const ATTEMPTS = { heals: 20, bug: 3 } as const;

/** How a turn ended: the job is done, or it goes on after so many seconds. */
export type TurnEnd = 'done' | { readonly afterSeconds: number };

/**
 * Works off a queue, one job at a time and each for a turn, so that a long one keeps nobody waiting. A job that fails
 * for a reason of its own ends as failed with it; any other failure is tried again, ever later, and told meanwhile.
 */
export abstract class JobWorker<J extends Job> implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private wakeUp: () => void = () => undefined;
  private sweepAt = 0;

  constructor(
    private readonly table: JobTable,
    private readonly queue: JobQueue<J>,
    private readonly logger: ServiceLogger,
  ) {}

  /** Works until the job is done or `isOver`. */
  protected abstract work(job: J, isOver: () => boolean): Promise<TurnEnd>;

  /** Removes what is no longer needed. Several copies may do it at the same time. */
  protected abstract sweep(): Promise<void>;

  onApplicationBootstrap(): void {
    this.running = this.loop();
  }

  /** Ends the turn in hand; its job can be claimed by another copy at once. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    this.wakeUp();
    await this.running;
  }

  /** Looks for jobs now instead of within a second. */
  wake(): void {
    this.wakeUp();
  }

  private async loop(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const worked = await this.takeTurn();
      await this.sweepSometimes();
      if (!worked) await this.rest();
    }
  }

  private async rest(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_EVERY_MS);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async sweepSometimes(): Promise<void> {
    if (performance.now() < this.sweepAt) return;
    this.sweepAt = performance.now() + SWEEP_EVERY_MS;
    await this.sweep().catch((error: unknown) => this.logger.warn('jobs.not_swept', { table: this.table, err: error }));
  }

  /** Whether there was a job. */
  private async takeTurn(): Promise<boolean> {
    try {
      const job = await this.queue.claim();
      if (!job) return false;
      await this.turn(job);
      return true;
    } catch (error) {
      if (isUniqueViolation(error, ONE_RUNNING[this.table])) return true;
      this.logger.warn('jobs.not_worked', { table: this.table, err: error });
      return false;
    }
  }

  private async turn(job: J): Promise<void> {
    const startedAt = performance.now();
    const isOver = (): boolean => this.stopping.signal.aborted || performance.now() - startedAt > TURN_MS;
    try {
      const end = await this.work(job, isOver);
      if (end === 'done') this.sweepAt = 0;
      else await this.queue.putBack(job, end.afterSeconds);
      this.logger.event('job.turn', {
        table: this.table,
        id: job.id,
        account_id: job.account_id,
        done: end === 'done',
        duration_ms: Math.round(performance.now() - startedAt),
      });
    } catch (error) {
      await this.afterFailure(job, error);
    }
  }

  private async afterFailure(job: J, error: unknown): Promise<void> {
    if (hasCode(error, 'resource.conflict'))
      return this.logger.event('job.taken_over', { table: this.table, id: job.id }, 'warn');
    const reason = findAppError(error)?.message;
    const heals = isKind(error, 'unavailable') || isTransientDatabaseError(error);
    this.logger.event(
      'job.failed',
      { table: this.table, id: job.id, attempt: job.attempts + 1, err: error },
      heals ? 'warn' : 'error',
    );
    const isLast = (reason !== undefined && !heals) || job.attempts + 1 >= (heals ? ATTEMPTS.heals : ATTEMPTS.bug);
    const told = reason ?? (heals ? 'The database cannot be used right now.' : 'Something went wrong on our side.');
    if (!isLast) return this.queue.retryLater(job, told, Math.min(LONGEST_RETRY_S, 2 ** job.attempts));
    await this.queue.fail(job, told);
    this.sweepAt = 0;
  }
}
