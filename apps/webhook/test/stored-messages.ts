import type pg from 'pg';

/** A message that a test puts into the tables; by default one of an event of its own, delivered, made now. */
export interface StoredMessage {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId?: string;
  readonly status?: 'pending' | 'delivered' | 'failed';
  /** Of a pending message. Default: now. */
  readonly dueAt?: Date;
  readonly payload?: string;
  readonly anglerIds?: readonly string[];
  readonly attemptCount?: number;
  readonly createdAt?: Date;
}

/** Puts messages and their events into the tables, as consumers and workers leave them. */
export const storeMessages = async (pool: pg.Pool, messages: readonly StoredMessage[]): Promise<void> => {
  const now = new Date();
  const rows = messages.map((message) => ({
    id: message.id,
    endpoint_id: message.endpointId,
    event_id: message.eventId ?? message.id.replace('msg_', 'evt_'),
    status: message.status ?? 'delivered',
    due_at: message.dueAt ?? now,
    payload: message.payload ?? '{}',
    angler_ids: message.anglerIds ?? [],
    attempt_count: message.attemptCount ?? 0,
    created_at: message.createdAt ?? now,
  }));
  await pool.query(STORE, [JSON.stringify(rows), now]);
};

const STORE = `
WITH given AS (
  SELECT id, endpoint_id, event_id, status, due_at, payload, angler_ids, attempt_count, created_at
  FROM json_to_recordset($1::json) AS given (id text, endpoint_id text, event_id text, status text, due_at timestamptz,
    payload text, angler_ids text[], attempt_count int, created_at timestamptz)
),
event AS (
  INSERT INTO webhook_events (id, transaction_id, occurred_at, stored_at, type, subject, payload, angler_ids)
  SELECT event_id, 1, created_at, created_at, 'catch.created', 'catch_1', payload, angler_ids FROM given
  ON CONFLICT (id) DO NOTHING
),
message AS (
  INSERT INTO webhook_messages (id, endpoint_id, event_id, type, status, attempt_count, next_attempt_at, created_at)
  SELECT id, endpoint_id, event_id, 'catch.created', status, attempt_count,
    CASE WHEN status = 'pending' THEN $2::timestamptz END, created_at FROM given
)
INSERT INTO pending_messages (message_id, endpoint_id, event_id, type, subject, next_attempt_at, due_at, created_at)
SELECT id, endpoint_id, event_id, 'catch.created', 'catch_1', $2::timestamptz, due_at, created_at FROM given
WHERE status = 'pending'`;
