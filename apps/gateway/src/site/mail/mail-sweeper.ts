import { POOL } from '@cds/postgres';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { MAIL_LIFETIME } from './mail-queue.js';

const EVERY_MS = 60_000;
const BATCH = 1_000;

/** Deletes mails that expired before they could be sent, also where no mail is sent at all. */
@Injectable()
export class MailSweeper {
  private readonly sweeper: Sweeper;

  constructor(@Inject(POOL) pool: pg.Pool, background: BackgroundWork) {
    this.sweeper = background.sweeper({
      name: 'mails',
      everyMs: EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [(db) => db.query(SQL, [BATCH])],
    });
  }

  /** Sweeps now; returns how many mails were deleted. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }
}

const SQL = `DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE created_at <= now() - ${MAIL_LIFETIME}
  ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;
