import { setTimeout as sleep } from 'node:timers/promises';
import { findAppError, isTransientDatabaseError } from '@cds/errors';
import { GroupCommit, POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { MessageDisposition } from './message-disposition.js';
import type { Outcome } from './receiver-client.js';

export interface Attempt {
  readonly id: string;
  readonly messageId: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly outcome: Outcome;
  readonly disposition: MessageDisposition;
}

/** The attempts that were made, as rows. Those that end at the same time are stored together. */
@Injectable()
export class AttemptLog {
  private readonly commits: GroupCommit;

  constructor(@Inject(POOL) pool: pg.Pool) {
    this.commits = new GroupCommit(pool);
  }

  /**
   * Stores an attempt and, as one, what becomes of its message; a message that failed meanwhile (its endpoint is gone)
   * stays failed. While the database is away it tries again for a while. Stored twice it counts once.
   */
  async add(attempt: Attempt): Promise<void> {
    const write = { text: ADD, rows: [rowOf(attempt)] };
    await retryTransient(() => this.commits.commit(attempt.messageId, [write]));
  }
}

const rowOf = ({ id, messageId, startedAt, endedAt, requestHeaders, outcome, disposition }: Attempt): object => ({
  id,
  message_id: messageId,
  started_at: startedAt,
  duration_ms: Math.round(outcome.durationMs),
  request_headers: requestHeaders,
  response_status: outcome.answer?.status ?? null,
  response_headers: outcome.answer?.headers ?? null,
  response_body: outcome.answer?.body ?? null,
  error: outcome.error,
  status: disposition.status,
  next_attempt_at: disposition.status === 'pending' ? disposition.nextAttemptAt : null,
  delivered_at: disposition.status === 'delivered' ? endedAt : null,
});

/** As long as the lease outlasts an attempt, so that nobody else is at the message yet. */
const PATIENCE_MS = 8_000;

const retryTransient = async (work: () => Promise<unknown>): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pauseMs = 50; ; pauseMs *= 2) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isTransient(error) || performance.now() + pauseMs > deadline) throw error;
    }
    await sleep(pauseMs);
  }
};

const isTransient = (error: unknown): boolean =>
  isTransientDatabaseError(error) || findAppError(error)?.kind === 'unavailable';

// An attempt that a crash of the server forgets means a message sent twice, which it may be: its commit need not wait
// for the disk.
const ADD = `
WITH setting AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
made AS MATERIALIZED (
  SELECT made.id, made.message_id, made.started_at, made.duration_ms, made.request_headers, made.response_status,
    made.response_headers, made.response_body, made.error, made.status, made.next_attempt_at, made.delivered_at
  FROM setting, json_to_recordset($1::json) AS made (id text, message_id text, started_at timestamptz, duration_ms int,
    request_headers jsonb, response_status int, response_headers jsonb, response_body text, error text, status text,
    next_attempt_at timestamptz, delivered_at timestamptz)
),
added AS (
  INSERT INTO attempts (id, message_id, started_at, duration_ms, request_headers, response_status, response_headers,
    response_body, error)
  SELECT id, message_id, started_at, duration_ms, request_headers, response_status, response_headers, response_body,
    error
  FROM made
  ON CONFLICT (id) DO NOTHING
  RETURNING id
)
UPDATE messages AS message
SET attempt_count = message.attempt_count + 1,
    status = CASE message.status WHEN 'pending' THEN made.status ELSE message.status END,
    due_at = CASE message.status WHEN 'pending' THEN made.next_attempt_at END,
    next_attempt_at = CASE message.status WHEN 'pending' THEN made.next_attempt_at END,
    delivered_at = CASE message.status WHEN 'pending' THEN made.delivered_at ELSE message.delivered_at END
FROM made JOIN added USING (id)
WHERE message.id = made.message_id`;
