import { Clock, newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '@cds/postgres';
import { ErasedAnglers } from '../erasure/erased-anglers.js';
import { anglersIn } from '../erasure/without-anglers.js';
import { payloadOf } from './payload.js';
import { recipientsAmong, type Subscriber, type Wanted, wantedFor } from './recipients.js';
import type { WebhookEvent } from './webhook-event.js';

/** Most messages that one statement writes. */
const SLICE = 2_000;

/** Makes messages of events: one for each endpoint that wants the event, due at once. */
@Injectable()
export class MessageWriter {
  constructor(
    private readonly clock: Clock,
    private readonly erased: ErasedAnglers,
  ) {}

  /**
   * Writes the events' messages through `tx`, without what was erased, and returns the endpoints that they are for. An
   * event that is seen again makes none. `beforeEach` runs before each of several statements.
   */
  async write(
    tx: Queryable,
    events: readonly WebhookEvent[],
    beforeEach: () => Promise<void>,
  ): Promise<ReadonlySet<string>> {
    const drafts = await draftsOf(tx, await this.erased.removeFrom(tx, events));
    for (let at = 0; at < drafts.length; at += SLICE) {
      if (at > 0) await beforeEach();
      await insert(tx, drafts.slice(at, at + SLICE), this.clock.now());
    }
    return new Set(drafts.map(({ endpointId }) => endpointId));
  }
}

interface Draft {
  readonly endpointId: string;
  readonly event: WebhookEvent;
}

const draftsOf = async (tx: Queryable, events: readonly WebhookEvent[]): Promise<Draft[]> => {
  const recipients = recipientsAmong(await subscribers(tx, wantedFor(events)));
  return events.flatMap((event) => recipients(event).map(({ id }) => ({ endpointId: id, event })));
};

const subscribers = async (tx: Queryable, { accounts, ownPatterns, publicPatterns }: Wanted): Promise<Subscriber[]> => {
  if (accounts.length === 0 && publicPatterns.length === 0) return [];
  const { rows } = await tx.query<Subscriber>({
    name: 'find-subscribers',
    text: SUBSCRIBERS,
    values: [accounts, ownPatterns, publicPatterns],
  });
  return rows;
};

/** The payload of an event travels once, however many endpoints get it. */
const insert = async (tx: Queryable, drafts: readonly Draft[], now: Date): Promise<void> => {
  const events = [...new Set(drafts.map(({ event }) => event))];
  const places = new Map(events.map((event, at) => [event, at + 1]));
  const values = [
    drafts.map(() => newId('message')),
    drafts.map(({ endpointId }) => endpointId),
    drafts.map(({ event }) => places.get(event)),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ subject }) => subject),
    events.map(({ id, type, time, data }) => payloadOf({ eventId: id, type, time, data })),
    events.map(({ traceparent }) => traceparent),
    now,
    events.map(({ data }) => JSON.stringify(anglersIn(data))),
  ];
  await tx.query({ name: 'insert-messages', text: INSERT, values });
};

const SUBSCRIBERS = `
SELECT id, account_id AS "accountId", event_types AS "eventTypes", created_at AS "createdAt" FROM endpoints
WHERE deleted_at IS NULL AND status = 'enabled'
  AND ((account_id = ANY($1) AND event_types && $2::text[]) OR event_types && $3::text[])`;

const INSERT = `
INSERT INTO messages (id, endpoint_id, event_id, type, subject, payload, traceparent, angler_ids, next_attempt_at,
  due_at, created_at)
SELECT message.id, message.endpoint_id, event.id, event.type, event.subject, event.payload, event.traceparent,
  ARRAY(SELECT jsonb_array_elements_text(event.angler_ids::jsonb)), $9, $9, $9
FROM unnest($1::text[], $2::text[], $3::int[]) AS message (id, endpoint_id, place)
JOIN unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $10::text[]) WITH ORDINALITY
  AS event (id, type, subject, payload, traceparent, angler_ids, place) USING (place)
ON CONFLICT (endpoint_id, event_id) DO NOTHING`;
