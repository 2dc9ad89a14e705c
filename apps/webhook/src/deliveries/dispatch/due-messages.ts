import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { PreviousSecret } from '../../endpoints/rotate-secret/rotate-secret.js';
import type { Receiver } from './receiver.js';

/** A message that this process has the lease of, with what its endpoint says about sending it. */
export interface DueMessage {
  readonly id: string;
  readonly endpointId: string;
  /** The account that has the endpoint. */
  readonly accountId: string;
  readonly eventId: string;
  readonly type: string;
  readonly payload: string;
  readonly traceparent: string | null;
  readonly attemptCount: number;
  /** Those of them before the message was last resent. */
  readonly earlierAttempts: number;
  /** Whether later messages of its subject wait for it. */
  readonly isOrdered: boolean;
  readonly url: string;
  /** Sealed for the endpoint. */
  readonly secret: string;
  /** Rotated secrets that may still sign, newest first. */
  readonly previousSecrets: readonly PreviousSecret[] | null;
  /** The endpoint's own headers, sealed; null for none. */
  readonly headers: string | null;
  readonly retrySchedule: unknown;
}

/** What a claim says of an endpoint with `max_rate_per_second` that has due messages. */
export interface RateSlot {
  readonly endpointId: string;
  /** False where an earlier claim, of any copy, has used the rate up. */
  readonly isTaken: boolean;
  /** Until the next request may be sent. */
  readonly nextMs: number;
}

/** What came of a claim. */
export interface Claimed {
  readonly messages: DueMessage[];
  readonly skipped: number;
  readonly slots: RateSlot[];
}

export interface Claim extends Receiver {
  readonly room: number;
}

/** An endpoint's queue: when its first message is due. */
export interface Queue extends Receiver {
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
   * worker gets them. A message whose subject has an earlier one that is still pending is not taken, nor one that is
   * too much for its endpoint's rate. Messages of deleted and of disabled endpoints fail on the way and count as
   * `skipped`.
   */
  async claim(claims: readonly Claim[], now: Date, leaseUntil: Date): Promise<Claimed> {
    const values = [claims.map((one) => one.endpointId), claims.map((one) => one.room), now, leaseUntil];
    const { rows } = await this.pool.query<ClaimedRow>(CLAIM, values);
    const slots = rows.flatMap(({ slot }) => slot ?? []);
    const messages = rows.filter(({ alive }) => alive);
    return { messages, skipped: rows.length - slots.length - messages.length, slots };
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

/** A message, or what is said of a rate: rows of the latter have no message. */
interface ClaimedRow extends DueMessage {
  readonly alive: boolean | null;
  readonly slot: RateSlot | null;
}

/** Whom messages are sent to. */
const ALIVE = "(e.deleted_at IS NULL AND e.status = 'enabled')";

/**
 * Requests that one slot lets go at once: one, or a fiftieth of a high rate. The slot lasts so long that any second has
 * at most the rate's requests, the last slot's included.
 */
const SLOT_SIZE = 'greatest(1, e.max_rate_per_second / 50)';

// The clock of the database decides about slots, as it is one for all copies. Endpoints are locked in order of their
// ids. A lease that a crash of the server forgets means a message sent twice, which it may be: its commit need not wait
// for the disk.
const CLAIM = `
WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
claim AS MATERIALIZED (SELECT endpoint_id, room FROM quick, unnest($1::text[], $2::int[]) AS claim (endpoint_id, room)),
rated AS MATERIALIZED (
  SELECT e.id, claim.room, e.next_slot_at
  FROM claim JOIN endpoints AS e ON e.id = claim.endpoint_id
  WHERE e.max_rate_per_second IS NOT NULL AND ${ALIVE} AND EXISTS (
    SELECT FROM messages WHERE endpoint_id = e.id AND status = 'pending' AND due_at <= $3)
),
free AS MATERIALIZED (
  SELECT e.id, least(rated.room, ${SLOT_SIZE}) AS size
  FROM rated JOIN endpoints AS e ON e.id = rated.id
  WHERE e.next_slot_at IS NULL OR e.next_slot_at <= clock_timestamp()
  ORDER BY e.id
  FOR NO KEY UPDATE OF e
),
taken AS MATERIALIZED (
  UPDATE endpoints AS e
  SET next_slot_at = clock_timestamp()
    + make_interval(secs => free.size::float8 / (e.max_rate_per_second - ${SLOT_SIZE} + 1))
  FROM free WHERE e.id = free.id
  RETURNING e.id, free.size, e.next_slot_at
),
due AS MATERIALIZED (
  SELECT message.id
  FROM claim JOIN endpoints AS e ON e.id = claim.endpoint_id LEFT JOIN taken ON taken.id = e.id
  CROSS JOIN LATERAL (
    SELECT m.id FROM messages AS m
    WHERE m.endpoint_id = claim.endpoint_id AND m.status = 'pending' AND m.due_at <= $3
      AND (m.sequence IS NULL OR NOT EXISTS (
        SELECT FROM messages AS earlier
        WHERE earlier.endpoint_id = m.endpoint_id AND earlier.subject = m.subject AND earlier.status = 'pending'
          AND earlier.sequence < m.sequence))
    ORDER BY m.due_at, m.id
    LIMIT CASE WHEN e.max_rate_per_second IS NULL OR NOT ${ALIVE} THEN claim.room ELSE coalesce(taken.size, 0) END
    FOR UPDATE OF m SKIP LOCKED
  ) AS message
),
leased AS (
  UPDATE messages AS m
  SET status = CASE WHEN ${ALIVE} THEN 'pending' ELSE 'failed' END,
      due_at = CASE WHEN ${ALIVE} THEN $4::timestamptz END,
      next_attempt_at = CASE WHEN ${ALIVE} THEN m.next_attempt_at END
  FROM due, endpoints AS e
  WHERE m.id = due.id AND e.id = m.endpoint_id
  RETURNING m.id, m.endpoint_id AS "endpointId", e.account_id AS "accountId", m.event_id AS "eventId", m.type, m.payload,
    m.traceparent,
    m.attempt_count AS "attemptCount", m.earlier_attempts AS "earlierAttempts", m.sequence IS NOT NULL AS "isOrdered",
    e.url, e.secret, e.previous_secrets AS "previousSecrets", e.headers, e.retry_schedule AS "retrySchedule",
    ${ALIVE} AS alive
)
SELECT id, "endpointId", "accountId", "eventId", type, payload, traceparent, "attemptCount", "earlierAttempts",
  "isOrdered", url, secret, "previousSecrets", headers, "retrySchedule", alive, NULL::json AS slot
FROM leased
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  json_build_object('endpointId', rated.id, 'isTaken', taken.id IS NOT NULL, 'nextMs', greatest(1, 1000 * extract(epoch
    FROM coalesce(taken.next_slot_at, rated.next_slot_at) - clock_timestamp())))
FROM rated LEFT JOIN taken ON taken.id = rated.id`;

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
SELECT queue.endpoint_id AS "endpointId", endpoint.account_id AS "accountId", queue.due_at AS "dueAt"
FROM queue JOIN endpoints AS endpoint ON endpoint.id = queue.endpoint_id`;

const RELEASE = "UPDATE messages SET due_at = $2 WHERE id = $1 AND status = 'pending'";
