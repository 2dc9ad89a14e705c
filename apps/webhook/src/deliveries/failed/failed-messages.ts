import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** Whether the table of failed messages has those that failed before there was the table. */
@Injectable()
export class FailedMessages {
  private isFilled = false;

  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Once it has them all, this costs nothing. */
  async areComplete(): Promise<boolean> {
    this.isFilled ||= (await this.pool.query(FINISHED)).rowCount === 1;
    return this.isFilled;
  }
}

/** What has all failed messages with the columns of `failed_messages`: the messages themselves until that is filled. */
export const failedMessagesIn = (areComplete: boolean): string => (areComplete ? 'failed_messages' : AMONG_ALL);

const AMONG_ALL = `(
  SELECT id AS message_id, endpoint_id, event_id, type, created_at,
    (SELECT failed.failed_at FROM failed_messages AS failed WHERE failed.message_id = id) AS failed_at
  FROM webhook_messages WHERE status = 'failed')`;

/**
 * Whether a message failed at `since` or later, as SQL. One that failed at a time that is not known counts from when it
 * was made.
 */
export const failedSince = (since: string): string => `greatest(failed_at, created_at) >= ${since}`;

const FINISHED = 'SELECT FROM failed_message_fill WHERE finished_at IS NOT NULL';
