import { POOL } from '@cds/postgres';
import { RecurringTask } from '@cds/work-queue';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import { EraseAnglerHandler } from '../erase-angler/erase-angler.handler.js';

const LOOK_EVERY_MS = 1_000;
const BATCH = 100;

/**
 * Erases the anglers of deleted accounts, and ends their imports. Whoever takes an account has it for 30 s, and again
 * with each batch; when they die it is due again. A minute later it looks once more, for what requests that were under
 * way have written.
 */
@Injectable()
export class AccountEraser implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly looking: RecurringTask;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly anglers: EraseAnglerHandler,
    logger: ServiceLogger,
  ) {
    this.looking = new RecurringTask(
      LOOK_EVERY_MS,
      (signal) => this.look(signal),
      (error) => logger.warn('account.not_erased', { err: error }),
    );
  }

  onApplicationBootstrap(): void {
    this.looking.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.looking.stop();
  }

  private async look(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { rows } = await this.pool.query<DeletedAccount>(CLAIM);
      const [account] = rows;
      if (!account) return;
      await this.pool.query(END_IMPORTS, [account.id]);
      const isDone = await this.eraseSome(account, signal);
      await this.pool.query(isDone ? FINISH : GO_ON, [account.id]);
    }
  }

  /** Whether that were all. */
  private async eraseSome({ id: accountId, traceparent }: DeletedAccount, signal: AbortSignal): Promise<boolean> {
    const { rows } = await this.pool.query<{ id: string }>(ANGLERS, [accountId, BATCH]);
    for (const { id } of rows) {
      if (signal.aborted) return false;
      await this.anglers.eraseOf(accountId, id, traceparent);
      await this.pool.query(RENEW, [accountId]);
    }
    return rows.length < BATCH;
  }
}

interface DeletedAccount {
  readonly id: string;
  readonly traceparent: string | null;
}

const CLAIM = `
UPDATE account_erasures SET due_at = now() + interval '30 s'
WHERE account_id = (SELECT account_id FROM account_erasures WHERE due_at <= now()
  ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING account_id AS id, traceparent`;

const RENEW = "UPDATE account_erasures SET due_at = now() + interval '30 s' WHERE account_id = $1";

const GO_ON = 'UPDATE account_erasures SET due_at = now() WHERE account_id = $1';

/** Without its lease the one that runs writes no more. */
const END_IMPORTS = `
UPDATE imports SET status = 'failed', error = 'The account was deleted.', completed_at = now(), lease = NULL,
  leased_until = NULL
WHERE account_id = $1 AND status IN ('queued', 'running')`;

const ANGLERS = 'SELECT id FROM anglers WHERE account_id = $1 AND erased_at IS NULL ORDER BY created_at, id LIMIT $2';

const FINISH = `
UPDATE account_erasures SET due_at = CASE WHEN requested_at < now() - interval '1 min' THEN NULL
  ELSE requested_at + interval '61 s' END WHERE account_id = $1`;
