import { POOL } from '@cds/postgres';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

const EVERY_MS = 60_000;
const BATCH = 1_000;

const TABLES = [
  ['oauth_artifacts', 'kind, id_hash'],
  ['oauth_grants', 'id'],
  ['oauth_revocations', 'kind, subject'],
] as const;

/**
 * Deletes what expired ten minutes ago: until then a device that asks too late learns that its code has expired. Copies
 * of the gateway skip each other's rows.
 */
@Injectable()
export class OAuthSweep {
  private readonly sweeper: Sweeper;

  constructor(@Inject(POOL) pool: pg.Pool, background: BackgroundWork) {
    this.sweeper = background.sweeper({
      name: 'oauth',
      everyMs: EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: TABLES.map(
        ([table, key]) =>
          (db) =>
            db.query(sqlOf(table, key), [BATCH]),
      ),
    });
  }

  /** Sweeps now; returns how many rows were deleted. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }
}

const sqlOf = (table: string, key: string): string => `DELETE FROM ${table} WHERE (${key}) IN (
  SELECT ${key} FROM ${table} WHERE expires_at <= now() - interval '10 minutes'
  ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;
