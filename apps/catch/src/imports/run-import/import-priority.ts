import { type EventPriority, hasLiveRoom } from '@cds/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { ImportJobRow } from '../import-job.js';
import { IMPORT_PUBLISH_PER_SECOND } from '../import-limits.js';

/**
 * So many rows of an account are published like catches of requests, in an hour: two full batches, and by default a
 * third of what the account may log by requests in a minute.
 */
export const LIVE_ROWS_PER_HOUR = 2_000;

/** The rows of a batch that will be logged, and when. */
export interface LoggedRows {
  readonly count: number;
  readonly at: Date;
}

/** Decides which rows of imports are published at once, and which wait behind the rows of all accounts. */
@Injectable()
export class ImportPriority {
  constructor(@Inject(IMPORT_PUBLISH_PER_SECOND) private readonly perSecond: number) {}

  /**
   * The priority of a batch. Ask in its transaction, after `ImportQueue.progress`: an account has one import that runs,
   * and nobody else can claim that before the transaction ends, so no other batch of the account is being written and
   * the budget is never exceeded, however many imports the account has and however many copies work on them.
   */
  async of(tx: pg.PoolClient, job: ImportJobRow, { count, at }: LoggedRows): Promise<EventPriority> {
    if (job.accepted + count > LIVE_ROWS_PER_HOUR) return 'bulk';
    const { rows } = await tx.query<{ logged: number }>(LOGGED_LATELY, [job.account_id]);
    if ((rows[0]?.logged ?? 0) + count > LIVE_ROWS_PER_HOUR) return 'bulk';
    return (await hasLiveRoom(tx, { events: count, at, perSecond: this.perSecond })) ? 'live' : 'bulk';
  }
}

/**
 * An import counts with all its rows until an hour after its end: when each of them was logged is not stored. There are
 * two reads, so that each is one range of an index, however many imports the account had.
 */
const LOGGED_LATELY = `SELECT coalesce(sum(accepted), 0)::int AS logged FROM (
  SELECT accepted FROM imports WHERE account_id = $1 AND completed_at IS NULL
  UNION ALL
  SELECT accepted FROM imports WHERE account_id = $1 AND completed_at > now() - interval '1 hour'
) AS lately`;
