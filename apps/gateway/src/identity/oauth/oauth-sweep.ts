import { inBatches, POOL } from '@cds/postgres';
import { RecurringTask } from '@cds/work-queue';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';

const EVERY_MS = 60_000;
const BATCH = 1_000;

const TABLES = [
  ['oauth_artifacts', 'kind, id_hash'],
  ['oauth_grants', 'id'],
  ['oauth_revocations', 'kind, subject'],
] as const;

/**
 * Deletes what expired ten minutes ago (a device that asks late still learns so), a small batch at a time; copies of
 * the gateway pass over each other's.
 */
@Injectable()
export class OAuthSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeping: RecurringTask;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    logger: ServiceLogger,
  ) {
    this.sweeping = new RecurringTask(
      EVERY_MS,
      () => this.sweep(),
      (error) => logger.event('oauth.not_swept', { err: error }, 'warn'),
    );
  }

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.sweeping.stop();
  }

  /** How many rows went. */
  async sweep(): Promise<number> {
    let swept = 0;
    for (const [table, key] of TABLES) {
      if (this.sweeping.signal.aborted) break;
      swept += await inBatches(BATCH, () => this.pool.query(sqlOf(table, key), [BATCH]), this.sweeping.signal);
    }
    return swept;
  }
}

const sqlOf = (table: string, key: string): string => `DELETE FROM ${table} WHERE (${key}) IN (
  SELECT ${key} FROM ${table} WHERE expires_at <= now() - interval '10 minutes'
  ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;
