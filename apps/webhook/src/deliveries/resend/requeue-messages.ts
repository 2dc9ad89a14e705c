import type { Queryable } from '@cds/postgres';
import { DELIVERY_COLUMNS, type DeliveryRow } from '../delivery-view.js';
import { dueInTurn } from '../dispatch/due-in-turn.js';

/**
 * Makes messages of one endpoint due at `now`, in this order and whatever their status, with their whole retry
 * schedules before them. Returns them as they are then; one whose event is not kept any more is left out.
 */
export const requeueMessages = async (
  tx: Queryable,
  endpointId: string,
  messageIds: readonly string[],
  now: Date,
): Promise<DeliveryRow[]> => {
  const { rows } = await tx.query<MessageRow>(MESSAGES, [messageIds]);
  const events = await tx.query<EventRow>(EVENTS, [rows.map(({ eventId }) => eventId)]);
  const known = new Map(events.rows.map((event) => [event.id, event]));
  const queued = rows.flatMap((row) => {
    const event = known.get(row.eventId);
    return event ? { ...row, event } : [];
  });
  if (queued.length === 0) return [];
  await tx.query(QUEUE, [
    endpointId,
    queued.map(({ id }) => id),
    queued.map(({ event }) => event.id),
    queued.map(({ type }) => type),
    queued.map(({ event }) => event.subject),
    queued.map(({ event }) => event.position),
    queued.map(({ attemptCount }) => attemptCount),
    queued.map(({ createdAt }) => createdAt),
    now,
    queued.map((_, index) => dueInTurn(index, queued.length, now)),
  ]);
  return (await tx.query<DeliveryRow>(REQUEUE, [queued.map(({ id }) => id), now])).rows;
};

type MessageRow = Pick<DeliveryRow, 'id' | 'eventId' | 'type' | 'attemptCount' | 'createdAt'>;

interface EventRow {
  readonly id: string;
  readonly subject: string;
  readonly position: string;
}

const MESSAGES = `
SELECT id, event_id AS "eventId", type, attempt_count AS "attemptCount", created_at AS "createdAt"
FROM webhook_messages WHERE id = ANY($1::text[]) ORDER BY array_position($1::text[], id)`;

const EVENTS = 'SELECT id, subject, position FROM webhook_events WHERE id = ANY($1::text[])';

// Locks come in the order in which attempts are stored: first what waits, then the message.
const QUEUE = `
INSERT INTO pending_messages AS pending (message_id, endpoint_id, event_id, type, subject, sequence, attempt_count,
  earlier_attempts, next_attempt_at, due_at, created_at, queued_at)
SELECT message.id, $1, message.event_id, message.type, message.subject,
  CASE WHEN endpoint.ordering = 'per_subject' AND message.type <> 'ping' THEN message.position END,
  message.attempt_count, message.attempt_count, message.due_at, message.due_at, message.created_at, $9::timestamptz
FROM endpoints AS endpoint,
  unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::int[], $8::timestamptz[],
    $10::timestamptz[])
  AS message (id, event_id, type, subject, position, attempt_count, created_at, due_at)
WHERE endpoint.id = $1
ORDER BY message.id
ON CONFLICT (message_id) DO UPDATE SET earlier_attempts = pending.attempt_count,
  next_attempt_at = excluded.next_attempt_at, due_at = excluded.due_at, queued_at = excluded.queued_at`;

const REQUEUE = `
UPDATE webhook_messages SET status = 'pending', earlier_attempts = attempt_count, next_attempt_at = $2,
  delivered_at = NULL
WHERE id = ANY($1::text[]) RETURNING ${DELIVERY_COLUMNS}`;
