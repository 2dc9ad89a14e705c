import { RecurringTask } from '@cds/work-queue';
import { type ServiceLogger } from '@cds/service-kit';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';

const LOOK_EVERY_MS = 1_000;

/** Tasks as rows. Whoever claims one has it for a while, and again with each `renew`; when they die it is due again. */
export interface TaskQueue<T, P> {
  /** Takes the task that is due longest; undefined when none is. */
  claim(): Promise<T | undefined>;
  /** Keeps how far it came; false when another task took its place. */
  renew(task: T, progress: P): Promise<boolean>;
  /** Gives it back, to be gone on with at once. */
  release(task: T): Promise<void>;
  finish(task: T): Promise<void>;
}

/** Carries out tasks in batches. Every copy of the service does; a task that one left another one goes on with. */
export abstract class TaskWorker<T extends object, P> implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly looking: RecurringTask;

  constructor(
    private readonly queue: TaskQueue<T, P>,
    private readonly logger: ServiceLogger,
  ) {
    this.looking = new RecurringTask(
      LOOK_EVERY_MS,
      (signal) => this.look(signal),
      (error) => logger.warn('tasks.not_claimed', { err: error }),
    );
  }

  /** Does the task, and yields after each batch how far it came. */
  protected abstract batches(task: T): AsyncIterable<P>;

  onApplicationBootstrap(): void {
    this.looking.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.looking.stop();
  }

  /** Never fails; ends with the task or, soon after `forMs`, before. */
  protected async carryOut(task: T, forMs: number): Promise<void> {
    const until = performance.now() + forMs;
    try {
      for await (const progress of this.batches(task)) {
        if (!(await this.queue.renew(task, progress))) return;
        if (this.looking.signal.aborted || performance.now() > until) return await this.queue.release(task);
      }
      await this.queue.finish(task);
    } catch (error) {
      // The task is due again when the lease is over.
      this.logger.warn('task.interrupted', { err: error, ...task });
    }
  }

  private async look(signal: AbortSignal): Promise<void> {
    for (let task = await this.queue.claim(); task; task = signal.aborted ? undefined : await this.queue.claim())
      await this.carryOut(task, Infinity);
  }
}
