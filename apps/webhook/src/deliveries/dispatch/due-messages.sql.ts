import { erasedOf } from '../../erasure/shown-payload.js';

/** Whom messages are sent to. */
const ALIVE = "(e.deleted_at IS NULL AND e.status = 'enabled')";

/**
 * Requests that one slot lets go at once: one, or a fiftieth of a high rate. The slot lasts so long that any second has
 * at most the rate's requests, the last slot's included.
 */
const SLOT_SIZE = 'greatest(1, e.max_rate_per_second / 50)';

/** How much longer a slot lasts. A request begins some milliseconds after its slot, and not always as many. */
const SLOT_MARGIN = 1.05;

/** The first due message of an endpoint. Its order keeps the planner from reading the queues of all the others. */
const firstDueOf = (endpointId: string): string => `SELECT m.due_at FROM pending_messages AS m
    WHERE m.endpoint_id = ${endpointId} AND m.due_at <= $3 ORDER BY m.due_at LIMIT 1`;

/** As many due messages of a queue with numbered ones are one part, and those that are due when its last one is. */
const PART = 1_000;

/** When the last message of the part is due that begins at a time; no row where fewer messages are left. */
const endOfPart = (endpointId: string, from: string): string => `SELECT m.due_at FROM pending_messages AS m
    WHERE m.endpoint_id = ${endpointId} AND m.due_at >= ${from} AND m.due_at <= $3
    ORDER BY m.due_at OFFSET ${PART - 1} LIMIT 1`;

// The clock of the database decides about slots, as it is one for all copies. Endpoints are locked in order of their
// ids. A lease that a crash of the server forgets means a message sent twice, which it may be: its commit need not wait
// for the disk. A numbered message waits for earlier ones of its subject, and for a fan-out that may still write some.
// What the planner knows of the queue is often wrong, as a backlog comes and goes within minutes: rows are found again
// by their place, and OFFSET keeps it from joining the queue as a whole. Arrays stand in sub-selects, so that a plan
// does not depend on their lengths, and one is kept. What has left the queue stays in its index while an old
// transaction is open: a claim that goes on from the last one, by $5, does not pass it by again. Of a long queue with
// numbered messages, which may all wait for earlier ones, a claim looks at two parts: the first one, and the one after
// what claims before it have looked at, by $6. All of them in each claim would take everybody's claims seconds.
export const CLAIM = `
WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
claim AS MATERIALIZED (
  SELECT endpoint_id, room, coalesce(due_from, '-infinity') AS due_from, looked_until
  FROM quick, unnest((SELECT $1::text[]), (SELECT $2::int[]), (SELECT $5::timestamptz[]), (SELECT $6::timestamptz[]))
    AS claim (endpoint_id, room, due_from, looked_until)
),
first_part AS MATERIALIZED (
  SELECT claim.endpoint_id, claim.looked_until, part.due_at AS ends_at
  FROM claim CROSS JOIN LATERAL (${endOfPart('claim.endpoint_id', 'claim.due_from')}) AS part
  WHERE EXISTS (
    SELECT FROM pending_messages AS m WHERE m.endpoint_id = claim.endpoint_id AND m.sequence IS NOT NULL)
),
next_part AS MATERIALIZED (
  SELECT next.endpoint_id, next.begins_at, part.due_at AS ends_at
  FROM (
    SELECT endpoint_id, greatest(ends_at, looked_until) + interval '1 millisecond' AS begins_at FROM first_part
  ) AS next
  LEFT JOIN LATERAL (${endOfPart('next.endpoint_id', 'next.begins_at')}) AS part ON true
),
part AS MATERIALIZED (
  SELECT claim.endpoint_id, claim.room, claim.due_from AS begins_at, coalesce(first_part.ends_at, $3) AS ends_at
  FROM claim LEFT JOIN first_part ON first_part.endpoint_id = claim.endpoint_id
  UNION ALL
  SELECT claim.endpoint_id, claim.room, next_part.begins_at, coalesce(next_part.ends_at, $3)
  FROM next_part JOIN claim ON claim.endpoint_id = next_part.endpoint_id
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
    + make_interval(secs => ${SLOT_MARGIN} * free.size::float8 / (e.max_rate_per_second - ${SLOT_SIZE} + 1))
  FROM free WHERE e.id = free.id
  RETURNING e.id, free.size, e.next_slot_at
),
due AS MATERIALIZED (
  SELECT part.endpoint_id, message.row_id, message.due_at,
    CASE WHEN e.max_rate_per_second IS NULL THEN part.room ELSE coalesce(taken.size, 0) END AS room
  FROM part JOIN endpoints AS e ON e.id = part.endpoint_id AND ${ALIVE} LEFT JOIN taken ON taken.id = e.id
  CROSS JOIN LATERAL (
    SELECT m.ctid AS row_id, m.due_at FROM pending_messages AS m
    WHERE m.endpoint_id = part.endpoint_id AND m.due_at >= part.begins_at AND m.due_at <= part.ends_at
      AND (m.sequence IS NULL OR NOT EXISTS (
        SELECT FROM pending_messages AS earlier
        WHERE earlier.endpoint_id = m.endpoint_id AND earlier.subject = m.subject AND earlier.sequence < m.sequence)
      AND NOT EXISTS (
        SELECT FROM fan_outs
        WHERE fan_outs.first_position < m.sequence AND fan_outs.after_endpoint_id < m.endpoint_id))
    ORDER BY m.due_at
    LIMIT CASE WHEN e.max_rate_per_second IS NULL THEN part.room ELSE coalesce(taken.size, 0) END
    FOR UPDATE OF m SKIP LOCKED
  ) AS message
),
leased AS (
  UPDATE pending_messages AS m SET due_at = $4::timestamptz
  WHERE m.ctid = ANY (ARRAY(
    SELECT row_id FROM (
      SELECT row_id, room, row_number() OVER (PARTITION BY endpoint_id ORDER BY due_at) AS number FROM due
    ) AS numbered WHERE number <= room))
  RETURNING m.message_id, m.endpoint_id, m.event_id, m.type, m.attempt_count, m.earlier_attempts, m.sequence,
    m.queued_at, old.due_at AS was_due_at
)
SELECT m.message_id AS id, m.endpoint_id AS "endpointId", e.account_id AS "accountId", m.event_id AS "eventId", m.type,
  m.attempt_count AS "attemptCount", m.earlier_attempts AS "earlierAttempts", m.sequence IS NOT NULL AS "isOrdered",
  e.url, e.secret, e.previous_secrets AS "previousSecrets", e.headers, e.retry_schedule AS "retrySchedule",
  m.was_due_at AS "dueAt", m.queued_at AS "queuedAt", NULL::json AS slot, NULL::json AS looked
FROM leased AS m JOIN endpoints AS e ON e.id = m.endpoint_id
UNION ALL
SELECT NULL, rated.id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  json_build_object('endpointId', rated.id, 'isTaken', taken.id IS NOT NULL, 'nextMs', greatest(1, 1000 * extract(epoch
    FROM coalesce(taken.next_slot_at, rated.next_slot_at) - clock_timestamp()))), NULL
FROM rated LEFT JOIN taken ON taken.id = rated.id
UNION ALL
SELECT NULL, endpoint_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  json_build_object('endpointId', endpoint_id, 'untilMs', 1000 * extract(epoch FROM ends_at))
FROM next_part
UNION ALL
SELECT NULL, gone.endpoint_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM (
  SELECT claim.endpoint_id FROM claim LEFT JOIN endpoints AS e ON e.id = claim.endpoint_id
  WHERE ${ALIVE} IS NOT TRUE OFFSET 0
) AS gone
WHERE EXISTS (SELECT FROM (${firstDueOf('gone.endpoint_id')}) AS due)
ORDER BY "dueAt"`;

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

export const PAYLOADS = `
SELECT id, payload, traceparent, ${erasedOf('webhook_events')} FROM webhook_events WHERE id = ANY($1::text[])`;

export const RELEASE = 'UPDATE pending_messages SET due_at = $2 WHERE message_id = $1';
