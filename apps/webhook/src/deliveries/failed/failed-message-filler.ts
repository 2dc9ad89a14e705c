import { POOL } from '@cds/postgres';
import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type pg from 'pg';
import { FailedMessages } from './failed-messages.js';

const EVERY_MS = 10_000;
/** Messages that one transaction goes through. */
const BATCH = 2_000;

/**
 * Writes messages that failed before triggers kept `failed_messages` to it, a batch per transaction. One copy of the
 * service at a time does it; another one goes on where it stopped. It is to be removed in the release after this one.
 */
@Injectable()
export class FailedMessageFiller implements OnApplicationBootstrap {
  private readonly task: RecurringTask;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly failed: FailedMessages,
    background: BackgroundWork,
  ) {
    this.task = background.recurring({
      name: 'failed-messages',
      everyMs: EVERY_MS,
      jitter: true,
      run: (signal) => this.fill(signal),
    });
  }

  onApplicationBootstrap(): void {
    this.task.runSoon();
  }

  /** Goes on until all messages were gone through, or another copy is at it. */
  async fill(signal?: AbortSignal, batch = BATCH): Promise<void> {
    if (await this.failed.areComplete()) return;
    for (let isMore = true; isMore && signal?.aborted !== true;) {
      const { rows } = await this.pool.query<{ isMore: boolean }>(FILL, [batch]);
      isMore = rows[0]?.isMore === true;
    }
  }
}

// A message that is being resent at this moment is waited for, and then it is no failed one: a lock keeps others from
// being resent until this transaction ends, and the trigger of a later resend finds what it wrote.
const FILL = `
WITH fill AS MATERIALIZED (
  SELECT reached_id FROM failed_message_fill WHERE finished_at IS NULL FOR UPDATE SKIP LOCKED
),
part AS MATERIALIZED (
  SELECT message.id, message.status FROM fill CROSS JOIN LATERAL (
    SELECT id, status FROM webhook_messages WHERE id > fill.reached_id ORDER BY id LIMIT $1) AS message
),
failed AS MATERIALIZED (
  SELECT id, endpoint_id, event_id, type, created_at FROM webhook_messages
  WHERE id = ANY (ARRAY(SELECT id FROM part WHERE status = 'failed')) AND status = 'failed' ORDER BY id FOR SHARE
),
added AS (
  INSERT INTO failed_messages (message_id, endpoint_id, event_id, type, created_at)
  SELECT id, endpoint_id, event_id, type, created_at FROM failed
  ON CONFLICT (message_id) DO NOTHING
)
UPDATE failed_message_fill AS filled SET reached_id = coalesce(reached.id, filled.reached_id),
  finished_at = CASE WHEN reached.count < $1 THEN now() END
FROM fill, (SELECT max(id) AS id, count(*) AS count FROM part) AS reached
RETURNING filled.finished_at IS NULL AS "isMore"`;
