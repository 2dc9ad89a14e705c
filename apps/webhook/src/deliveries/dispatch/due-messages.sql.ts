/** Whom messages are sent to. */
const ALIVE = "(e.deleted_at IS NULL AND e.status = 'enabled')";

/**
 * Requests that one slot lets go at once: one, or a fiftieth of a high rate. The slot lasts so long that any second has
 * at most the rate's requests, the last slot's included.
 */
const SLOT_SIZE = 'greatest(1, e.max_rate_per_second / 50)';

/** The first due message of an endpoint. Its order keeps the planner from reading the queues of all the others. */
const firstDueOf = (endpointId: string): string => `SELECT m.due_at FROM pending_messages AS m
    WHERE m.endpoint_id = ${endpointId} AND m.due_at <= $3 ORDER BY m.due_at LIMIT 1`;

// The clock of the database decides about slots, as it is one for all copies. Endpoints are locked in order of their
// ids. A lease that a crash of the server forgets means a message sent twice, which it may be: its commit need not wait
// for the disk. A numbered message waits for earlier ones of its subject, and for a fan-out that may still write some.
// What the planner knows of the queue is often wrong, as a backlog comes and goes within minutes: rows are found again
// by their place, and OFFSET keeps it from joining the queue as a whole. Arrays stand in sub-selects, so that a plan
// does not depend on their lengths, and one is kept. What has left the queue stays in its index while an old
// transaction is open: a claim that goes on from the last one, by $5, does not pass it by again.
export const CLAIM = `
WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
claim AS MATERIALIZED (
  SELECT endpoint_id, room, coalesce(due_from, '-infinity') AS due_from
  FROM quick, unnest((SELECT $1::text[]), (SELECT $2::int[]), (SELECT $5::timestamptz[]))
    AS claim (endpoint_id, room, due_from)
),
rated AS MATERIALIZED (
  SELECT e.id, claim.room, e.next_slot_at
  FROM claim JOIN endpoints AS e ON e.id = claim.endpoint_id
  WHERE e.max_rate_per_second IS NOT NULL AND ${ALIVE} AND EXISTS (
    SELECT FROM (${firstDueOf('e.id')}) AS due)
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
  SELECT message.row_id
  FROM claim JOIN endpoints AS e ON e.id = claim.endpoint_id AND ${ALIVE} LEFT JOIN taken ON taken.id = e.id
  CROSS JOIN LATERAL (
    SELECT m.ctid AS row_id FROM pending_messages AS m
    WHERE m.endpoint_id = claim.endpoint_id AND m.due_at >= claim.due_from AND m.due_at <= $3
      AND (m.sequence IS NULL OR NOT EXISTS (
        SELECT FROM pending_messages AS earlier
        WHERE earlier.endpoint_id = m.endpoint_id AND earlier.subject = m.subject AND earlier.sequence < m.sequence)
      AND NOT EXISTS (
        SELECT FROM fan_outs
        WHERE fan_outs.first_position < m.sequence AND fan_outs.after_endpoint_id < m.endpoint_id))
    ORDER BY m.due_at
    LIMIT CASE WHEN e.max_rate_per_second IS NULL THEN claim.room ELSE coalesce(taken.size, 0) END
    FOR UPDATE OF m SKIP LOCKED
  ) AS message
),
leased AS (
  UPDATE pending_messages AS m SET due_at = $4::timestamptz
  WHERE m.ctid = ANY (ARRAY(SELECT row_id FROM due))
  RETURNING m.message_id, m.endpoint_id, m.event_id, m.type, m.attempt_count, m.earlier_attempts, m.sequence,
    old.due_at AS was_due_at
)
SELECT m.message_id AS id, m.endpoint_id AS "endpointId", e.account_id AS "accountId", m.event_id AS "eventId", m.type,
  m.attempt_count AS "attemptCount", m.earlier_attempts AS "earlierAttempts", m.sequence IS NOT NULL AS "isOrdered",
  e.url, e.secret, e.previous_secrets AS "previousSecrets", e.headers, e.retry_schedule AS "retrySchedule",
  m.was_due_at AS "dueAt", NULL::json AS slot
FROM leased AS m JOIN endpoints AS e ON e.id = m.endpoint_id
UNION ALL
SELECT NULL, rated.id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  json_build_object('endpointId', rated.id, 'isTaken', taken.id IS NOT NULL, 'nextMs', greatest(1, 1000 * extract(epoch
    FROM coalesce(taken.next_slot_at, rated.next_slot_at) - clock_timestamp())))
FROM rated LEFT JOIN taken ON taken.id = rated.id
UNION ALL
SELECT NULL, gone.endpoint_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM (
  SELECT claim.endpoint_id FROM claim LEFT JOIN endpoints AS e ON e.id = claim.endpoint_id
  WHERE ${ALIVE} IS NOT TRUE OFFSET 0
) AS gone
WHERE EXISTS (SELECT FROM (${firstDueOf('gone.endpoint_id')}) AS due)`;

export const QUEUES = `
WITH RECURSIVE queue AS (
  (SELECT endpoint_id, due_at FROM pending_messages ORDER BY endpoint_id, due_at LIMIT 1)
  UNION ALL
  SELECT next.endpoint_id, next.due_at
  FROM queue CROSS JOIN LATERAL (
    SELECT endpoint_id, due_at FROM pending_messages
    WHERE endpoint_id > queue.endpoint_id
    ORDER BY endpoint_id, due_at LIMIT 1
  ) AS next
)
SELECT queue.endpoint_id AS "endpointId", endpoint.account_id AS "accountId", queue.due_at AS "dueAt"
FROM queue JOIN endpoints AS endpoint ON endpoint.id = queue.endpoint_id`;

export const PAYLOADS = 'SELECT id, payload, traceparent FROM webhook_events WHERE id = ANY($1::text[])';

export const RELEASE = 'UPDATE pending_messages SET due_at = $2 WHERE message_id = $1';
