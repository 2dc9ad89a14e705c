import type { Queryable } from '@cds/postgres';
import type { WebhookEventType } from '../endpoints/event-types.js';
import { messageValues, type NewMessage } from './new-message.js';
import { WRITE_MESSAGES } from './write-messages.sql.js';

/** An event that is stored, and what decides who gets it. */
export interface KnownEvent {
  readonly id: string;
  readonly position: string;
  readonly type: WebhookEventType;
  readonly subject: string;
  readonly time: Date;
  readonly accountId: string | null;
  readonly data: unknown;
}

/** Events by their ids, oldest first; those that are not kept any more are left out. */
export const storedEvents = async (db: Queryable, ids: readonly string[]): Promise<KnownEvent[]> => {
  const { rows } = await db.query<Omit<KnownEvent, 'data'> & { payload: string }>(EVENTS, [ids]);
  return rows.map(({ payload, ...event }) => ({ ...event, data: (JSON.parse(payload) as { data: unknown }).data }));
};

/**
 * Writes messages of stored events, due at the times that they say. A message that was written before stays as it is.
 * Resolves with the ids of those that were not there.
 */
export const writeMessages = async (
  tx: Queryable,
  events: readonly Pick<KnownEvent, 'id' | 'position' | 'type' | 'subject'>[],
  messages: readonly NewMessage[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  if (messages.length === 0) return new Set();
  const values = [
    ...messageValues(events, messages, now),
    events.map(({ id }) => id),
    events.map(({ position }) => position),
    events.map(({ type }) => type),
    events.map(({ subject }) => subject),
  ];
  const { rows } = await tx.query<{ id: string }>({ name: 'write-messages', text: WRITE_MESSAGES, values });
  return new Set(rows.map(({ id }) => id));
};

const EVENTS = `
SELECT id, position, type, subject, occurred_at AS time, account_id AS "accountId", payload FROM webhook_events
WHERE id = ANY($1::text[]) ORDER BY position`;
