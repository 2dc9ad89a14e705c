import { inTransaction, POOL } from '@cds/postgres';
import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type pg from 'pg';
import { FORMER, REMOVE, STEPS } from './former-messages.sql.js';

const EVERY_MS = 10_000;
/** Few, as each message takes its attempts with it, and these their stored responses. */
const BATCH = 100;

/**
 * Moves the messages of the previous release to the tables of this one, what is still to be sent first, a batch per
 * transaction. Copies of the previous release go on writing theirs; a message that one of them has the lease of stays
 * until the lease is over. It is to be removed together with the tables of the previous release.
 */
@Injectable()
export class FormerMessageMover implements OnApplicationBootstrap {
  private readonly task: RecurringTask;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    background: BackgroundWork,
  ) {
    this.task = background.recurring({
      name: 'former-messages',
      everyMs: EVERY_MS,
      jitter: true,
      run: (signal) => this.move(signal),
    });
  }

  onApplicationBootstrap(): void {
    this.task.runSoon();
  }

  /** Moves what there is; returns how many messages. */
  async move(signal?: AbortSignal): Promise<number> {
    let moved = 0;
    for (const status of ['pending', 'delivered', 'failed'])
      for (let batch = BATCH; batch === BATCH && signal?.aborted !== true; moved += batch)
        batch = await inTransaction(this.pool, (tx) => moveBatch(tx, status));
    return moved;
  }
}

const moveBatch = async (tx: pg.PoolClient, status: string): Promise<number> => {
  const { rows } = await tx.query<{ id: string }>(FORMER, [status, BATCH]);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  for (const step of STEPS) await tx.query(step, [ids]);
  await tx.query(REMOVE, [ids]);
  return rows.length;
};
