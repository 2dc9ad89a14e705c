import { LOG_ORDER } from '@cds/event-store';

// The order of a subject's messages is that of its events. A message that is there already stays as it is.
const WRITTEN = `
message AS MATERIALIZED (
  SELECT message.id, message.endpoint_id, event.id AS event_id, event.type, event.subject, message.due_at,
    CASE WHEN message.is_ordered THEN event.position END AS sequence
  FROM unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[], $5::boolean[])
    AS message (id, endpoint_id, event_number, due_at, is_ordered)
  JOIN event ON event.number = message.event_number
),
written AS (
  INSERT INTO webhook_messages (id, endpoint_id, event_id, type, next_attempt_at, created_at)
  SELECT id, endpoint_id, event_id, type, $6::timestamptz, $6::timestamptz FROM message
  ON CONFLICT (id) DO NOTHING
  RETURNING id
),
queued AS (
  INSERT INTO pending_messages (message_id, endpoint_id, event_id, type, subject, sequence, next_attempt_at, due_at,
    created_at)
  SELECT message.id, message.endpoint_id, message.event_id, message.type, message.subject, message.sequence,
    $6::timestamptz, message.due_at, $6::timestamptz
  FROM message JOIN written ON written.id = message.id
)`;

/** Stores the events from `$7` on and the messages of those that are new. Returns the ids of both. */
export const STORE_EVENTS = `
WITH given AS MATERIALIZED (
  SELECT number, id, occurred_at, type, subject, account_id, payload, traceparent, angler_ids
  FROM unnest($7::text[], $8::timestamptz[], $9::text[], $10::text[], $11::text[], $12::text[],
    $13::text[], $14::text[])
    WITH ORDINALITY AS given (id, occurred_at, type, subject, account_id, payload, traceparent, angler_ids, number)
),
stored AS (
  INSERT INTO webhook_events (id, transaction_id, occurred_at, stored_at, type, subject, account_id, payload,
    traceparent, angler_ids)
  SELECT given.id, log.transaction_id, given.occurred_at, $6::timestamptz, given.type, given.subject, given.account_id,
    given.payload, given.traceparent, ARRAY(SELECT jsonb_array_elements_text(given.angler_ids::jsonb))
  FROM (SELECT ${LOG_ORDER} AS transaction_id) AS log, given
  ORDER BY given.number
  ON CONFLICT (id) DO NOTHING
  RETURNING id, position
),
event AS (
  SELECT given.number, given.id, stored.position, given.type, given.subject FROM given
  JOIN stored ON stored.id = given.id
),${WRITTEN}
SELECT id, true AS "isEvent" FROM stored UNION ALL SELECT id, false FROM written`;

/** Writes messages of the stored events from `$7` on. */
export const WRITE_MESSAGES = `
WITH event AS MATERIALIZED (
  SELECT number, id, position, type, subject FROM unnest($7::text[], $8::bigint[], $9::text[], $10::text[])
    WITH ORDINALITY AS event (id, position, type, subject, number)
),${WRITTEN}
SELECT id FROM written`;
