/** Fewer failures than this disable no endpoint, however long they take. */
export const MIN_FAILURES_TO_DISABLE = 10;

// An attempt that a crash of the server forgets means a message sent twice, which it may be: its commit need not wait
// for the disk. What the attempt did to its endpoint is forgotten with it. LIMIT tells the planner that they are few,
// and by a sub-select not how few: else it would plan each statement anew, which takes longer than carrying it out.
const MADE = `
setting AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
made AS MATERIALIZED (
  SELECT made.id, made.message_id, made.message_event_id, made.type, made.endpoint_id, made.stats_endpoint_id,
    made.started_at, made.ended_at, made.duration_ms, made.request_headers, made.response_status,
    made.response_headers, made.response_body, made.error, made.status, made.next_attempt_at, made.is_gone,
    made.disable_if_failing_since, made.event_id, made.earlier_attempts, made.queued_at
  FROM setting, json_to_recordset($1::json) AS made (id text, message_id text, message_event_id text, type text,
    endpoint_id text, stats_endpoint_id text, started_at timestamptz, ended_at timestamptz, duration_ms int,
    request_headers jsonb, response_status int, response_headers jsonb, response_body text, error text, status text,
    next_attempt_at timestamptz, is_gone boolean, disable_if_failing_since timestamptz, event_id text,
    earlier_attempts int, queued_at timestamptz)
  LIMIT (SELECT json_array_length($1::json))
),
added AS (
  INSERT INTO webhook_attempts (id, message_id, started_at, duration_ms, request_headers, response_status,
    response_headers, response_body, error, stats_endpoint_id)
  SELECT id, message_id, started_at, duration_ms, request_headers, response_status, response_headers, response_body,
    error, stats_endpoint_id
  FROM made
  ON CONFLICT (message_id, id) DO NOTHING
  RETURNING id
)`;

// What the attempts of one endpoint say together: whether any was delivered, and the failures after the last that was.
const OUTCOMES = `
ended AS (
  SELECT made.id, made.endpoint_id, made.ended_at, made.status = 'delivered' AS is_delivered,
    CASE WHEN made.is_gone THEN made.started_at END AS gone_at, made.disable_if_failing_since, made.event_id,
    max(made.ended_at) FILTER (WHERE made.status = 'delivered') OVER (PARTITION BY made.endpoint_id) AS delivered_at
  FROM made JOIN added USING (id)
),
outcome AS MATERIALIZED (
  SELECT endpoint_id, bool_or(is_delivered) AS has_delivered, max(gone_at) AS gone_at, max(ended_at) AS ended_at,
    count(*) FILTER (WHERE NOT is_delivered AND (delivered_at IS NULL OR ended_at > delivered_at))::int AS failures,
    min(ended_at) FILTER (WHERE NOT is_delivered AND (delivered_at IS NULL OR ended_at > delivered_at)) AS failed_at,
    max(disable_if_failing_since) AS disable_if_failing_since, min(event_id) AS event_id, min(id) AS attempt_id
  FROM ended GROUP BY endpoint_id
)`;

// Endpoints that take everything are not locked. The others are locked in one order, so that two groups that hold
// attempts of the same endpoints do not wait for each other. An answer 410 to an attempt that began before the endpoint
// was changed may come from its former address, or be what it was disabled for before.
const VERDICTS = `
locked AS MATERIALIZED (
  SELECT endpoint.id, endpoint.status = 'enabled' AND endpoint.deleted_at IS NULL AS is_alive,
    outcome.gone_at >= endpoint.updated_at AS is_gone, outcome.ended_at, outcome.disable_if_failing_since,
    outcome.event_id, outcome.attempt_id,
    CASE WHEN outcome.has_delivered THEN outcome.failed_at
      ELSE coalesce(endpoint.failing_since, outcome.failed_at) END AS failing_since,
    least(${MIN_FAILURES_TO_DISABLE},
      CASE WHEN outcome.has_delivered THEN 0 ELSE endpoint.failed_attempts END + outcome.failures) AS failed_attempts
  FROM outcome JOIN endpoints AS endpoint ON endpoint.id = outcome.endpoint_id
  WHERE outcome.failures > 0 OR outcome.gone_at IS NOT NULL OR endpoint.failing_since IS NOT NULL
  ORDER BY endpoint.id FOR NO KEY UPDATE OF endpoint
),
verdict AS MATERIALIZED (
  SELECT locked.id, locked.is_alive, locked.failing_since, locked.failed_attempts, locked.ended_at, locked.event_id,
    locked.attempt_id,
    CASE WHEN NOT locked.is_alive THEN NULL WHEN locked.is_gone THEN 'gone'
      WHEN locked.failed_attempts >= ${MIN_FAILURES_TO_DISABLE}
        AND locked.failing_since <= locked.disable_if_failing_since THEN 'failing' END AS reason
  FROM locked
)`;

// A disabled endpoint has no failures: once it is enabled again they are counted anew.
const CHANGES = `
counted AS (
  UPDATE endpoints AS endpoint SET failing_since = verdict.failing_since, failed_attempts = verdict.failed_attempts
  FROM verdict
  WHERE endpoint.id = verdict.id AND verdict.is_alive AND verdict.reason IS NULL
    AND (endpoint.failing_since, endpoint.failed_attempts)
      IS DISTINCT FROM (verdict.failing_since, verdict.failed_attempts)
),
disabled AS (
  UPDATE endpoints AS endpoint SET status = 'disabled', disabled_at = verdict.ended_at,
    disabled_reason = verdict.reason,
    updated_at = verdict.ended_at, failing_since = NULL, failed_attempts = 0, event_version = endpoint.event_version + 1
  FROM verdict
  WHERE endpoint.id = verdict.id AND verdict.reason IS NOT NULL
  RETURNING verdict.event_id, verdict.attempt_id, endpoint.id, endpoint.event_version, endpoint.account_id,
    endpoint.disabled_at, endpoint.disabled_reason,
    jsonb_build_object('url', endpoint.url, 'event_types', endpoint.event_types, 'description', endpoint.description,
      'disabled_reason', endpoint.disabled_reason, 'created_at', endpoint.created_at) AS endpoint
),
noted AS (
  INSERT INTO endpoint_events (id, endpoint_id, version, account_id, endpoint, occurred_at)
  SELECT event_id, id, event_version, account_id, endpoint, disabled_at FROM disabled
),
audited AS (
  INSERT INTO audit_events (id, account_id, action, target_id, details, occurred_at)
  SELECT 'aud_' || split_part(attempt_id, '_', 2), account_id, 'webhook_endpoint.disabled', id,
    jsonb_build_object('reason', disabled_reason), disabled_at
  FROM disabled
)`;

// What the attempt means for its message, as long as it is pending. An attempt that fails settles nothing when the
// message was resent while it was in flight: the message is due again, and the attempt counts among those before the
// resend, so that it takes no step of the new schedule. A resend is recognised by its time; one by a copy of the
// previous release has none and is recognised by the number of attempts before it, which therefore stays as it is. The
// messages are locked in one order. Rows of the queue are found by an array of ids: a join would read the whole queue
// where statistics say that it is short.
const SETTLED = `
settled AS (
  SELECT made.message_id, made.message_event_id, made.type, made.endpoint_id, made.started_at, made.ended_at,
    made.next_attempt_at, made.earlier_attempts, made.queued_at,
    CASE WHEN made.status = 'pending' AND (verdict.reason IS NOT NULL OR NOT verdict.is_alive) THEN 'failed'
      ELSE made.status END AS status
  FROM made JOIN added USING (id) LEFT JOIN verdict ON verdict.id = made.endpoint_id
),
held AS MATERIALIZED (
  SELECT message_id, earlier_attempts, queued_at FROM pending_messages
  WHERE message_id = ANY (ARRAY(SELECT message_id FROM settled))
  ORDER BY message_id FOR UPDATE
),
result AS MATERIALIZED (
  SELECT settled.message_id, settled.message_event_id, settled.type, settled.endpoint_id, settled.started_at,
    settled.ended_at, settled.next_attempt_at,
    CASE WHEN held.queued_at IS NOT DISTINCT FROM settled.queued_at
          AND (held.queued_at IS NOT NULL OR held.earlier_attempts = settled.earlier_attempts)
        OR settled.status = 'delivered' AND held.message_id IS NOT NULL
      THEN settled.status END AS status
  FROM settled LEFT JOIN held ON held.message_id = settled.message_id
),
left_queue AS (
  DELETE FROM pending_messages
  WHERE message_id = ANY (ARRAY(SELECT message_id FROM result WHERE status <> 'pending'))
),
waits AS (
  UPDATE pending_messages AS pending
  SET attempt_count = pending.attempt_count + 1,
      earlier_attempts = pending.earlier_attempts
        + CASE WHEN result.status IS NULL AND pending.queued_at IS NOT NULL THEN 1 ELSE 0 END,
      due_at = CASE WHEN result.status = 'pending' THEN result.next_attempt_at ELSE pending.due_at END,
      next_attempt_at = CASE WHEN result.status = 'pending' THEN result.next_attempt_at
        ELSE pending.next_attempt_at END
  FROM result
  WHERE pending.message_id = ANY (ARRAY(SELECT message_id FROM result WHERE coalesce(status, 'pending') = 'pending'))
    AND result.message_id = pending.message_id
)`;

/**
 * Stores attempts, what becomes of their messages, and what they mean for their endpoints. `$1` is a JSON array with a
 * row for each attempt. A message is written by its id, which leads to its partition: a join would read all of them.
 */
export const STORE_ATTEMPTS = `
WITH ${[MADE, OUTCOMES, VERDICTS, CHANGES, SETTLED].join(',')}
INSERT INTO webhook_messages AS message (id, endpoint_id, event_id, type, status, attempt_count, next_attempt_at,
  created_at, delivered_at)
SELECT message_id, endpoint_id, message_event_id, type, coalesce(status, 'pending'), 1,
  CASE WHEN status = 'pending' THEN next_attempt_at END, started_at, CASE WHEN status = 'delivered' THEN ended_at END
FROM result
ON CONFLICT (id) DO UPDATE SET attempt_count = message.attempt_count + 1,
  status = CASE WHEN excluded.status = 'pending' THEN message.status ELSE excluded.status END,
  next_attempt_at = CASE WHEN excluded.status <> 'pending' THEN NULL
    ELSE coalesce(excluded.next_attempt_at, message.next_attempt_at) END,
  delivered_at = coalesce(excluded.delivered_at, message.delivered_at)`;
