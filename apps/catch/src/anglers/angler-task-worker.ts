import { POOL } from '@cds/postgres';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { touchCatches } from '../catches/write/touch-catches.js';
import { WritesInFlight } from '../catches/write/writes-in-flight.js';
import { TaskWorker } from '../tasks/task-worker.js';
import { type AnglerTask, AnglerTasks } from './angler-tasks.js';
import { ERASURE_STEPS, type ErasureStep } from './erase-angler/erasure-step.js';

/** How long a request goes on with its own task before it answers; most anglers have few catches. */
const REQUEST_WAITS_MS = 2_000;

/** Brings an angler's catches after a new name or an erasure. */
@Injectable()
export class AnglerTaskWorker extends TaskWorker<AnglerTask, unknown> {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(ERASURE_STEPS) private readonly erasureSteps: readonly ErasureStep[],
    tasks: AnglerTasks,
    private readonly inFlight: WritesInFlight,
    logger: ServiceLogger,
  ) {
    super(tasks, logger);
  }

  /**
   * Begins a task in the request that made it. Never fails and soon returns: what is left is done in the background.
   */
  async begin(task: AnglerTask): Promise<void> {
    await this.carryOut(task, REQUEST_WAITS_MS);
  }

  protected async *batches({ anglerId, accountId, kind }: AnglerTask): AsyncGenerator<unknown> {
    if (kind === 'rename')
      return yield* touchCatches(this.pool, { of: 'angler_id', id: anglerId }, (batch) => this.inFlight.write(batch));
    for (const step of this.erasureSteps) yield* step.erase({ id: anglerId, accountId });
  }
}
