import { LOG_ORDER } from '@cds/event-store';

/**
 * Up to `$2` messages of the previous release with the status `$1`, locked. A lease ends at another time than it
 * began.
 */
export const FORMER = `
SELECT id FROM messages WHERE status = $1 AND (due_at IS NULL OR due_at = next_attempt_at OR due_at <= now())
ORDER BY created_at DESC LIMIT $2 FOR UPDATE SKIP LOCKED`;

const EVENTS = `
INSERT INTO webhook_events (id, transaction_id, occurred_at, stored_at, type, subject, account_id, payload, traceparent,
  angler_ids)
SELECT DISTINCT ON (message.event_id) message.event_id, ${LOG_ORDER},
  coalesce((message.payload::jsonb ->> 'timestamp')::timestamptz, message.created_at), message.created_at, message.type,
  message.subject,
  CASE WHEN message.type LIKE 'leaderboard.%' OR message.type LIKE 'species.%' THEN NULL ELSE endpoint.account_id END,
  message.payload, message.traceparent, message.angler_ids
FROM messages AS message JOIN endpoints AS endpoint ON endpoint.id = message.endpoint_id
WHERE message.id = ANY($1::text[])
ORDER BY message.event_id
ON CONFLICT (id) DO NOTHING`;

const MESSAGES = `
INSERT INTO webhook_messages (id, endpoint_id, event_id, type, status, attempt_count, earlier_attempts, next_attempt_at,
  created_at, delivered_at)
SELECT id, endpoint_id, event_id, type, status, attempt_count, earlier_attempts, next_attempt_at, created_at,
  delivered_at
FROM messages WHERE id = ANY($1::text[])
ON CONFLICT (id) DO NOTHING`;

// Numbers of the previous release come before all numbers of this one.
const PENDING = `
INSERT INTO pending_messages (message_id, endpoint_id, event_id, type, subject, sequence, attempt_count,
  earlier_attempts, next_attempt_at, due_at, created_at)
SELECT id, endpoint_id, event_id, type, subject, sequence - 1000000000000000, attempt_count, earlier_attempts,
  coalesce(next_attempt_at, due_at), due_at, created_at
FROM messages WHERE id = ANY($1::text[]) AND status = 'pending'
ON CONFLICT (message_id) DO NOTHING`;

const ATTEMPTS = `
INSERT INTO webhook_attempts (message_id, id, started_at, duration_ms, request_headers, response_status,
  response_headers, response_body, error, stats_endpoint_id)
SELECT message_id, id, started_at, duration_ms, request_headers, response_status, response_headers, response_body,
  error, stats_endpoint_id
FROM attempts WHERE message_id = ANY($1::text[])
ON CONFLICT (message_id, id) DO NOTHING`;

/** What copies the messages `$1` with all that belongs to them. */
export const STEPS = [EVENTS, MESSAGES, PENDING, ATTEMPTS] as const;

export const REMOVE = 'DELETE FROM messages WHERE id = ANY($1::text[])';
