import { Clock, POOL, ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import { WritesInFlight } from '../catches/writes-in-flight.js';
import { type AnglerTask, AnglerTasks } from './angler-tasks.js';
import { touchCatches } from './edit-angler/touch-catches.js';
import { ERASURE_STEPS, type ErasureStep } from './erase-angler/erasure-step.js';

const LOOK_EVERY_MS = 1_000;
/** How long a request goes on with its own task before it answers; most anglers have few catches. */
const REQUEST_WAITS_MS = 2_000;

/** Brings an angler's catches after a new name or an erasure, in batches. Every copy does; a task that one left another one goes on with. */
@Injectable()
export class AnglerTaskWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(ERASURE_STEPS) private readonly erasureSteps: readonly ErasureStep[],
    private readonly tasks: AnglerTasks,
    private readonly inFlight: WritesInFlight,
    private readonly clock: Clock,
    private readonly logger: ServiceLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.look());
    }, LOOK_EVERY_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Begins a task in the request that made it. Never fails and soon returns: what is left is done in the background. */
  async begin(task: AnglerTask): Promise<void> {
    await this.carryOut(task, REQUEST_WAITS_MS);
  }

  private async look(): Promise<void> {
    try {
      const task = await this.tasks.claim();
      if (task) await this.carryOut(task, Infinity);
    } catch (error) {
      this.logger.warn('angler_tasks.not_claimed', { err: error });
    }
  }

  private async carryOut(task: AnglerTask, forMs: number): Promise<void> {
    const until = performance.now() + forMs;
    try {
      for await (const _ of this.batches(task)) {
        if (this.stopping || performance.now() > until) return await this.tasks.release(task);
        if (!(await this.tasks.renew(task))) return;
      }
      await this.tasks.finish(task);
    } catch (error) {
      // The task is due again when the lease is over.
      this.logger.warn('angler_task.interrupted', { err: error, anglerId: task.anglerId, kind: task.kind });
    }
  }

  private async *batches({ anglerId, accountId, kind }: AnglerTask): AsyncGenerator<void> {
    if (kind === 'rename') {
      return yield* touchCatches(this.pool, anglerId, (batch) => {
        const at = this.clock.now();
        return this.inFlight.during(at, () => batch(at));
      });
    }
    for (const step of this.erasureSteps) yield* step.erase({ id: anglerId, accountId });
  }
}
