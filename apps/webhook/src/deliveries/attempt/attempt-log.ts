import { setTimeout as sleep } from 'node:timers/promises';
import { isTransientDatabaseError } from '@cds/errors';
import { POOL } from '@cds/postgres';
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
  readonly fate: MessageDisposition;
}

/** The attempts that were made, as rows. */
@Injectable()
export class AttemptLog {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * Stores an attempt and, as one, what becomes of its message; a message that failed meanwhile (its endpoint is gone)
   * stays failed. While the database is away it tries again for a while. Stored twice it counts once.
   */
  async add({ id, messageId, startedAt, endedAt, requestHeaders, outcome, fate }: Attempt): Promise<void> {
    const { answer, error, durationMs } = outcome;
    const values = [
      id,
      messageId,
      startedAt,
      Math.round(durationMs),
      JSON.stringify(requestHeaders),
      answer?.status ?? null,
      answer && JSON.stringify(answer.headers),
      answer?.body ?? null,
      error,
      fate.status,
      fate.status === 'pending' ? fate.nextAttemptAt : null,
      fate.status === 'delivered' ? endedAt : null,
    ];
    await retryTransient(() => this.pool.query({ name: 'add-attempt', text: ADD, values }));
  }
}

/** As long as the lease outlasts an attempt, so that nobody else is at the message yet. */
const PATIENCE_MS = 8_000;

const retryTransient = async (work: () => Promise<unknown>): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pauseMs = 50; ; pauseMs *= 2) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isTransientDatabaseError(error) || performance.now() + pauseMs > deadline) throw error;
    }
    await sleep(pauseMs);
  }
};

const ADD = `
WITH attempt AS (
  INSERT INTO attempts (id, message_id, started_at, duration_ms, request_headers, response_status, response_headers,
  response_body, error)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (id) DO NOTHING
  RETURNING message_id
)
UPDATE messages
SET attempt_count = attempt_count + 1,
    status = CASE status WHEN 'pending' THEN $10::text ELSE status END,
    due_at = CASE status WHEN 'pending' THEN $11::timestamptz END,
    next_attempt_at = CASE status WHEN 'pending' THEN $11::timestamptz END,
    delivered_at = CASE status WHEN 'pending' THEN $12::timestamptz ELSE delivered_at END
FROM attempt
WHERE id = message_id`;
