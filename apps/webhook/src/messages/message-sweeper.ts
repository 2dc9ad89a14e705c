import { POOL } from '@cds/postgres';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

const EVERY_MS = 60_000;
/** Few, as a message takes up to eight attempts with it, each with a stored response. */
const BATCH = 200;

/** Deletes messages with their attempts, recoveries, and deleted endpoints without messages, after 30 days. */
@Injectable()
export class MessageSweeper {
  private readonly sweeper: Sweeper;

  constructor(@Inject(POOL) pool: pg.Pool, background: BackgroundWork) {
    this.sweeper = background.sweeper({
      name: 'messages',
      everyMs: EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [FORGET_MESSAGES, FORGET_RECOVERIES, FORGET_ENDPOINTS].map((sql) => (db) => db.query(sql, [BATCH])),
    });
  }

  /** Sweeps now; returns how many messages, recoveries and endpoints were deleted. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }
}

const KEPT = "interval '30 days'";

const FORGET_MESSAGES = `
DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE created_at < now() - ${KEPT}
  ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

const FORGET_RECOVERIES = `
DELETE FROM recoveries WHERE id IN (SELECT id FROM recoveries WHERE finished_at < now() - ${KEPT} LIMIT $1
  FOR UPDATE SKIP LOCKED)`;

const FORGET_ENDPOINTS = `
DELETE FROM endpoints WHERE id IN (SELECT id FROM endpoints WHERE deleted_at < now() - ${KEPT}
  AND NOT EXISTS (SELECT FROM messages WHERE endpoint_id = endpoints.id) LIMIT $1 FOR UPDATE SKIP LOCKED)`;
