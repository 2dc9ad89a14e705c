import { findAppError, hasCode, isKind, isTransientDatabaseError } from '@cds/errors';
import type { LeasedQueue } from './leased-queue.js';
import { LeasedTurn, type Turn } from './leased-turn.js';
import type { Leased } from './queue-table.js';
import type { WorkReports } from './recurring-task.js';
import { pauseSeconds, type RetryPolicy, RETRY_SOON } from './retry-policy.js';
import { WakeUp } from './wake-up.js';
import type { WorkOutcome } from './work-metrics.js';

/**
 * How a turn ended: the job is done; it is `settled`, as the work itself has completed it in a transaction of its own;
 * or it goes back and may be claimed again after so many seconds.
 */
export type TurnEnd = 'done' | 'settled' | { readonly afterSeconds: number };

export interface WorkerOptions<T> {
  /** Names the work in logs and metrics, such as `imports`. */
  readonly name: string;
  readonly queue: LeasedQueue<T>;
  work(job: Leased<T>, turn: Turn): Promise<TurnEnd>;
  /** After this time the job that waits longest has its turn. Default: no limit. */
  readonly turnMs?: number;
  /** How many jobs run at once in this process. Default: 1. */
  readonly concurrency?: number;
  readonly lookEveryMs?: number;
  readonly retry?: RetryPolicy;
  /** Called when a job is done or has failed for good. */
  onEnd?(): void;
}

const LOOK_EVERY_MS = 1_000;
/** After so many leases in a row that ended without progress the job fails, or waits as after many failures. */
export const MAX_STALLS = 3;
/** After them the job is not claimed again. */
const ENDS: ReadonlySet<WorkOutcome> = new Set(['done', 'refused', 'failed']);
/** Work that does not end by then is left behind when the worker stops: another one takes it over. */
const STOP_MS = 12_000;

/**
 * Works off a queue. A job that fails with an error of its own fails for good; any other failure is tried again, ever
 * later. A job whose workers died or stalled `MAX_STALLS` times in a row is not taken again.
 */
export class Worker<T = object> {
  private readonly stopping = new AbortController();
  private readonly wakeUp = new WakeUp();
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly options: WorkerOptions<T>,
    private readonly reports: WorkReports,
  ) {}

  start(): void {
    const { concurrency = 1 } = this.options;
    this.running = Promise.all(Array.from({ length: concurrency }, () => this.loop()));
  }

  /** Looks for jobs now instead of at the next interval. */
  wake(): void {
    this.wakeUp.call();
  }

  /** Ends the current turns; their jobs can be claimed by another copy at once. Resolves within `STOP_MS`. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_MS)));
    await Promise.race([this.running, limit]);
    clearTimeout(timer);
  }

  /** Does a job that the caller has, for a turn of at most about `turnMs`. Never fails. */
  async run(job: Leased<T>, turnMs = this.options.turnMs ?? Infinity): Promise<void> {
    const startedAt = performance.now();
    const turn = new LeasedTurn(this.options.queue, job, turnMs, this.stopping.signal);
    const outcome = await this.turn(job, turn).catch((error: unknown) => this.unsettled(job, error));
    turn.end();
    const durationMs = Math.round(performance.now() - startedAt);
    this.reports.metrics.ran(this.options.name, outcome, durationMs);
    this.reports.log.event('job.turn', {
      work: this.options.name,
      id: job.id,
      outcome,
      attempts: job.attempts,
      duration_ms: durationMs,
    });
    if (ENDS.has(outcome)) this.options.onEnd?.();
  }

  private async loop(): Promise<void> {
    const { lookEveryMs = LOOK_EVERY_MS } = this.options;
    while (!this.stopping.signal.aborted) {
      const [job] = await this.claimed();
      if (job) await (job.stalls >= MAX_STALLS ? this.afterStalls(job) : this.run(job));
      else if (!this.stopping.signal.aborted) await this.wakeUp.wait(lookEveryMs);
    }
  }

  private async claimed(): Promise<Leased<T>[]> {
    try {
      return await this.options.queue.claim();
    } catch (error) {
      this.reports.log.event('jobs.not_claimed', { work: this.options.name, err: error }, 'warn');
      return [];
    }
  }

  private async turn(job: Leased<T>, turn: Turn): Promise<WorkOutcome> {
    const { queue, work } = this.options;
    try {
      const end = await work(job, turn);
      if (typeof end === 'object') {
        await queue.release(job, end.afterSeconds);
        return 'released';
      }
      if (end === 'done') await queue.complete(queue.pool, job);
      return 'done';
    } catch (error) {
      return this.afterFailure(job, error);
    }
  }

  private async afterFailure(job: Leased<T>, error: unknown): Promise<WorkOutcome> {
    const { name, queue, retry = RETRY_SOON } = this.options;
    if (hasCode(error, 'resource.conflict')) return 'taken_over';
    const ownReason = findAppError(error)?.message;
    const isTransient = isKind(error, 'unavailable') || isTransientDatabaseError(error);
    // No fault of the service: whoever asked for the job reads the reason in it, and no operator is called.
    if (ownReason !== undefined && !isTransient && queue.canFail) {
      this.reports.log.event('job.refused', { work: name, id: job.id, reason: ownReason });
      await queue.fail(job, ownReason);
      return 'refused';
    }
    const attempt = job.attempts + 1;
    this.reports.log.event(
      'job.failed',
      { work: name, id: job.id, attempt, err: error },
      isTransient ? 'warn' : 'error',
    );
    const reason = ownReason ?? (isTransient ? DATABASE_AWAY : BUG);
    if (!retry.isLast({ attempt, isTransient }) || !queue.canFail) {
      await queue.retryLater(job, reason, pauseSeconds(retry, attempt));
      return 'retried';
    }
    await queue.fail(job, reason);
    return 'failed';
  }

  /** The lease ends by itself, and the job is claimed again. */
  private unsettled(job: Leased<T>, error: unknown): WorkOutcome {
    if (hasCode(error, 'resource.conflict')) return 'taken_over';
    this.reports.log.event('job.not_settled', { work: this.options.name, id: job.id, err: error }, 'warn');
    return 'retried';
  }

  private async afterStalls(job: Leased<T>): Promise<void> {
    const { name, queue, retry = RETRY_SOON } = this.options;
    this.reports.metrics.ran(name, 'stalled');
    this.reports.log.event('job.stalled', { work: name, id: job.id, stalls: job.stalls }, 'error');
    try {
      if (queue.canFail) await queue.fail(job, STALLED);
      else await queue.retryLater(job, STALLED, pauseSeconds(retry, job.stalls * 2));
    } catch (error) {
      this.unsettled(job, error);
    }
    this.options.onEnd?.();
  }
}

const DATABASE_AWAY = 'The database cannot be used right now.';
const BUG = 'Something went wrong on our side.';
const STALLED = `The service could not move this job on in ${MAX_STALLS} attempts. Nothing more of it is done.`;
