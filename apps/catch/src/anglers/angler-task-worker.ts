import { POOL } from '@cds/postgres';
import { BackgroundWork, RETRY_FOREVER, type Turn, type TurnEnd, type Worker } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { touchCatches } from '../catches/write/touch-catches.js';
import { WritesInFlight } from '../catches/log/writes-in-flight.js';
import { TURN_MS } from '../jobs/account-jobs.js';
import { type AnglerTask, AnglerTasks, touchedColumns, touchedPlace } from './angler-tasks.js';
import { ERASURE_STEPS, type ErasureStep } from './erase-angler/erasure-step.js';

/** How long a request works on its own task before it responds. Most anglers have few catches. */
const REQUEST_WAITS_MS = 2_000;
/** How many requests of an account do so at once; the tasks of others begin in the background. */
const REQUESTS_AT_ONCE = 2;
/** Twice the statement timeout: after this no write is left that did not see the erasure. */
const SETTLED_SECONDS = 30;

/** Updates an angler's catches after a new name or an erasure, and goes on where the last worker left it. */
@Injectable()
export class AnglerTaskWorker {
  private readonly worker: Worker<AnglerTask>;
  /** By account: the requests that work on a task. */
  private readonly inRequests = new Map<string, number>();

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(ERASURE_STEPS) private readonly erasureSteps: readonly ErasureStep[],
    private readonly tasks: AnglerTasks,
    private readonly inFlight: WritesInFlight,
    background: BackgroundWork,
  ) {
    this.worker = background.worker<AnglerTask>({
      name: 'angler-tasks',
      queue: tasks,
      retry: RETRY_FOREVER,
      turnMs: TURN_MS,
      work: (task, turn) => this.work(task, turn),
    });
  }

  /**
   * Starts a task in the request that created it. Never fails and returns soon: the rest is done in the background.
   */
  async begin(task: AnglerTask): Promise<void> {
    const { accountId } = task;
    const others = this.inRequests.get(accountId) ?? 0;
    if (others >= REQUESTS_AT_ONCE) return this.leave(task);
    this.inRequests.set(accountId, others + 1);
    await this.worker.run(task, REQUEST_WAITS_MS);
    const left = (this.inRequests.get(accountId) ?? 1) - 1;
    if (left > 0) this.inRequests.set(accountId, left);
    else this.inRequests.delete(accountId);
  }

  /** Without this the task would wait until its lease ends. */
  private async leave(task: AnglerTask): Promise<void> {
    await this.tasks.release(task).catch(() => undefined);
    this.worker.wake();
  }

  private async work(task: AnglerTask, turn: Turn): Promise<TurnEnd> {
    for await (const columns of this.batches(task)) {
      await this.tasks.progress(this.pool, task, columns);
      if (turn.isOver()) return { afterSeconds: 0 };
    }
    // An erasure runs once more when every write that began before it has ended.
    const isSettled = task.kind === 'rename' || task.ageSeconds > SETTLED_SECONDS;
    if (!isSettled) return { afterSeconds: SETTLED_SECONDS + 1 };
    if (task.kind === 'erase') await this.tasks.erased(task.id);
    return 'done';
  }

  /** After each batch, what is to be stored of the progress. */
  private batches(task: AnglerTask): AsyncGenerator<Columns> {
    return task.kind === 'rename' ? this.follow(task) : this.erase(task);
  }

  private async *follow(task: AnglerTask): AsyncGenerator<Columns> {
    const places = touchCatches(this.inFlight, { of: 'angler_id', id: task.id, after: touchedPlace(task) });
    for await (const place of places) yield touchedColumns(task, place);
  }

  /** Stores no place: what is erased is not found again. */
  private async *erase({ id, accountId }: AnglerTask): AsyncGenerator<Columns> {
    for (const step of this.erasureSteps) for await (const _batch of step.erase({ id, accountId })) yield {};
  }
}

type Columns = Readonly<Record<string, unknown>>;
