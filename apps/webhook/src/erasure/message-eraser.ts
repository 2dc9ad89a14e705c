import { inTransaction, POOL } from '@cds/postgres';
import { RecurringTask } from '@cds/work-queue';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import { withoutAnglers } from './without-anglers.js';

const LOOK_EVERY_MS = 1_000;
const BATCH = 1_000;

/**
 * Takes erased anglers out of stored payloads. A batch is one transaction that holds the angler's row, so that copies
 * share the work and a crash undoes a batch at most. A minute later it looks once more, for what was being written at
 * the same moment.
 */
@Injectable()
export class MessageEraser implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly erasing: RecurringTask;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    logger: ServiceLogger,
  ) {
    this.erasing = new RecurringTask(
      LOOK_EVERY_MS,
      (signal) => this.eraseAll(signal),
      (error) => logger.event('messages.not_erased', { err: error }, 'warn'),
    );
  }

  onApplicationBootstrap(): void {
    this.erasing.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.erasing.stop();
  }

  private async eraseAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await inTransaction(this.pool, (tx) => this.eraseSome(tx))));
  }

  /** Whether there was anything to do. */
  private async eraseSome(tx: pg.PoolClient): Promise<boolean> {
    const [angler] = (await tx.query<{ id: string }>(DUE)).rows;
    if (!angler) return false;
    const { rows } = await tx.query<{ id: string; payload: string }>(MESSAGES, [angler.id, BATCH]);
    const erased = new Set([angler.id]);
    const payloads = rows.map(({ payload }) => JSON.stringify(withoutAnglers(JSON.parse(payload), erased)));
    await tx.query(SAVE, [rows.map(({ id }) => id), payloads, angler.id]);
    if (rows.length < BATCH) await tx.query(FINISH, [angler.id]);
    return true;
  }
}

const DUE =
  'SELECT angler_id AS id FROM erased_anglers WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED';

const MESSAGES = 'SELECT id, payload FROM messages WHERE angler_ids @> ARRAY[$1] ORDER BY id LIMIT $2 FOR UPDATE';

/** Without the angler in its ids a message is not found again. */
const SAVE = `
UPDATE messages SET payload = saved.payload, angler_ids = array_remove(angler_ids, $3)
FROM unnest($1::text[], $2::text[]) AS saved (id, payload) WHERE messages.id = saved.id`;

const FINISH = `
UPDATE erased_anglers SET due_at = CASE WHEN noted_at < now() - interval '1 min' THEN NULL
  ELSE noted_at + interval '61 s' END WHERE angler_id = $1`;
