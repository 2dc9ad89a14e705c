import { POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { SESSION_MAX_DAYS } from './sessions/sessions.js';
import { IDLE_SECONDS } from './sessions/browser-session.js';

const SWEEP_EVERY_MS = 600_000;
const BATCH = 1_000;
const DAY_MS = 86_400_000;

/**
 * Deletes sessions, one-time links, challenges and attempt counts that have expired. Copies of the gateway share the
 * work.
 */
@Injectable()
export class PeopleSweeper {
  private readonly sweeper: Sweeper;

  constructor(
    @Inject(POOL) pool: pg.Pool,
    clock: Clock,
    background: BackgroundWork,
    @Inject(SESSION_MAX_DAYS) maxDays: number,
  ) {
    const endedSince = (): Date => new Date(clock.now().getTime() - maxDays * DAY_MS);
    const idleSince = (): Date => new Date(clock.now().getTime() - IDLE_SECONDS * 1_000);
    this.sweeper = background.sweeper({
      name: 'people',
      everyMs: SWEEP_EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [
        (db) => db.query(sqlOf('person_sessions', 'hash', 'seen_at'), [idleSince(), BATCH]),
        (db) => db.query(sqlOf('person_sessions', 'hash', 'created_at'), [endedSince(), BATCH]),
        (db) => db.query(sqlOf('one_time_tokens', 'hash', 'expires_at'), [clock.now(), BATCH]),
        (db) => db.query(sqlOf('spent_challenges', 'hash', 'expires_at'), [clock.now(), BATCH]),
        (db) => db.query(sqlOf('attempt_counts', 'key', 'expire'), [Date.now(), BATCH]),
      ],
    });
  }

  /** Sweeps now; returns how many rows were deleted. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }
}

const sqlOf = (table: string, key: string, time: string): string => `DELETE FROM ${table} WHERE ${key} IN (
  SELECT ${key} FROM ${table} WHERE ${time} <= $1 ORDER BY ${time} LIMIT $2 FOR UPDATE SKIP LOCKED)`;
