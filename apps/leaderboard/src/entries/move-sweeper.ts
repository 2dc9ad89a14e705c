import { hasPriorityOf, waitsBehind } from '@cds/event-store';
import { POOL } from '@cds/postgres';
import { BackgroundWork, forgetRates, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

const EVERY_MS = 60_000;
const BATCH = 1_000;

/**
 * Deletes published events of moves after 30 days. The last event of each stream stays while there is its board: the
 * next one is appended after it. Boards follow from catches and need no old events. Forgets accounts that have not been
 * slow for long.
 */
@Injectable()
export class MoveSweeper {
  private readonly sweeper: Sweeper;

  constructor(@Inject(POOL) pool: pg.Pool, background: BackgroundWork) {
    this.sweeper = background.sweeper({
      name: 'moves',
      everyMs: EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [
        (db) => db.query(SQL, [BATCH]),
        (db) => db.query(FORGET_SUSPECTS, [BATCH]),
        (db) => db.query(forgetRates('board_event_rates'), [BATCH]),
      ],
    });
  }

  /** Sweeps now. Returns the number of deleted events. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }
}

const PUBLISHED = `
  EXISTS (SELECT FROM relay_checkpoints AS reached WHERE ${hasPriorityOf('event', 'reached')})
  AND NOT EXISTS (SELECT FROM relay_checkpoints AS reached WHERE ${waitsBehind('event', 'reached')})`;

const SQL = `DELETE FROM events WHERE (stream_id, version) IN (
  SELECT stream_id, version FROM events AS event WHERE occurred_at < now() - interval '30 days' AND ${PUBLISHED}
    AND (
      EXISTS (SELECT FROM events AS later WHERE later.stream_id = event.stream_id AND later.version = event.version + 1)
      OR NOT EXISTS (SELECT FROM boards WHERE id = split_part(event.stream_id, '/', 1))
    )
  ORDER BY occurred_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

const FORGET_SUSPECTS = `
  DELETE FROM suspected_accounts WHERE account_id IN (
    SELECT account_id FROM suspected_accounts
    WHERE greatest(suspected_at, due_at) < now() - interval '1 hour' LIMIT $1 FOR UPDATE SKIP LOCKED
  )`;
