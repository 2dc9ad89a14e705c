import { POOL } from '@cds/postgres';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { KEPT_DAYS } from './kept-days.js';

const EVERY_MS = 60_000;
const BATCH = 500;

/** Deletes what the log and the figures tell of deleted accounts. */
@Injectable()
export class DeletedAccountSweeper {
  private readonly sweeper: Sweeper;

  constructor(@Inject(POOL) pool: pg.Pool, background: BackgroundWork) {
    this.sweeper = background.sweeper({
      name: 'requests-of-deleted-accounts',
      everyMs: EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [
        forget('request_log', ['at', 'id']),
        forget('usage_minutes', ['account_id', 'at', 'credential_id']),
        forget('usage_hours', ['account_id', 'at', 'credential_id']),
      ].map((sql) => (db) => db.query(sql, [BATCH])),
      exclusive: true,
    });
  }

  /** Sweeps now; returns how many rows were deleted. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }
}

// Accounts that were deleted longer ago have no rows any more.
const forget = (table: string, key: readonly string[]): string => `
DELETE FROM ${table} WHERE (${key.join(', ')}) IN (
  SELECT ${key.map((column) => `kept.${column}`).join(', ')} FROM accounts
  JOIN ${table} AS kept ON kept.account_id = accounts.id
  WHERE accounts.deleted_at > now() - interval '${KEPT_DAYS + 1} days' LIMIT $1 FOR UPDATE OF kept SKIP LOCKED)`;
