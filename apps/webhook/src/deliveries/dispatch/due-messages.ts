import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { PreviousSecret } from '../../endpoints/rotate-secret/rotate-secret.js';

/** A message that this process has the lease of, with what its endpoint says about sending it. */
export interface DueMessage {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly type: string;
  readonly payload: string;
  readonly traceparent: string | null;
  readonly attemptCount: number;
  readonly url: string;
  /** Sealed for the endpoint. */
  readonly secret: string;
  /** Rotated secrets that may still sign, newest first. */
  readonly previousSecrets: readonly PreviousSecret[] | null;
  /** The endpoint's own headers, sealed; null for none. */
  readonly headers: string | null;
  readonly retrySchedule: unknown;
}

export interface Claim {
  readonly endpointId: string;
  readonly room: number;
}

/** An endpoint's queue: when its first message is due. */
export interface Queue {
  readonly endpointId: string;
  readonly dueAt: Date;
}

/**
 * The messages that wait, as rows. Due is what was never tried, what is to be tried again, and what a dead worker left.
 * Its statements are planned anew each time: a plan kept from when the table was empty would read all of it for a
 * minute.
 */
@Injectable()
export class DueMessages {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * Takes due messages, at most `room` for each endpoint, and leases them until `leaseUntil`: until then no other
   * worker gets them. Messages of deleted and of disabled endpoints fail on the way and count as `skipped`.
   */
  async claim(
    claims: readonly Claim[],
    now: Date,
    leaseUntil: Date,
  ): Promise<{ messages: DueMessage[]; skipped: number }> {
    const values = [claims.map((one) => one.endpointId), claims.map((one) => one.room), now, leaseUntil];
    const { rows } = await this.pool.query<DueMessage & { alive: boolean }>(CLAIM, values);
    const messages = rows.filter(({ alive }) => alive);
    return { messages, skipped: rows.length - messages.length };
  }

  /** Every endpoint with pending messages. Costs one index probe for each, however long their queues are. */
  async queues(): Promise<Queue[]> {
    const { rows } = await this.pool.query<Queue>(QUEUES);
    return rows;
  }

  /** Gives back a lease before its end. */
  async release(messageId: string, now: Date): Promise<void> {
    await this.pool.query(RELEASE, [messageId, now]);
  }
}

/** Whom messages are sent to. */
const ALIVE = "(e.deleted_at IS NULL AND e.status = 'enabled')";

// A lease that a crash of the server forgets means a message sent twice, which it may be: its commit need not wait for
// the disk.
const CLAIM = `
WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
due AS MATERIALIZED (
  SELECT message.id
  FROM quick, unnest($1::text[], $2::int[]) AS claim (endpoint_id, room)
  CROSS JOIN LATERAL (
    SELECT id FROM messages
    WHERE endpoint_id = claim.endpoint_id AND status = 'pending' AND due_at <= $3
    ORDER BY due_at, id
    LIMIT claim.room
    FOR UPDATE SKIP LOCKED
  ) AS message
)
UPDATE messages AS m
SET status = CASE WHEN ${ALIVE} THEN 'pending' ELSE 'failed' END,
    due_at = CASE WHEN ${ALIVE} THEN $4::timestamptz END,
    next_attempt_at = CASE WHEN ${ALIVE} THEN m.next_attempt_at END
FROM due, endpoints AS e
WHERE m.id = due.id AND e.id = m.endpoint_id
RETURNING m.id, m.endpoint_id AS "endpointId", m.event_id AS "eventId", m.type, m.payload, m.traceparent,
  m.attempt_count AS "attemptCount",
  e.url, e.secret, e.previous_secrets AS "previousSecrets", e.headers, e.retry_schedule AS "retrySchedule", ${ALIVE} AS alive`;

const QUEUES = `
WITH RECURSIVE queue AS (
  (SELECT endpoint_id, due_at FROM messages WHERE status = 'pending' ORDER BY endpoint_id, due_at LIMIT 1)
  UNION ALL
  SELECT next.endpoint_id, next.due_at
  FROM queue CROSS JOIN LATERAL (
    SELECT endpoint_id, due_at FROM messages
    WHERE status = 'pending' AND endpoint_id > queue.endpoint_id
    ORDER BY endpoint_id, due_at LIMIT 1
  ) AS next
)
SELECT endpoint_id AS "endpointId", due_at AS "dueAt" FROM queue`;

const RELEASE = "UPDATE messages SET due_at = $2 WHERE id = $1 AND status = 'pending'";
