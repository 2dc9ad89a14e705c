import { Clock, derivedId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '@cds/postgres';
import type { Admission } from '../deliveries/dispatch/admission.js';
import type { DueMessage } from '../deliveries/dispatch/due-messages.js';
import type { Receiver } from '../deliveries/dispatch/receiver.js';
import type { EndpointSettings } from '../endpoints/settings/endpoint-settings.js';
import { ErasedAnglers } from '../erasure/erased-anglers.js';
import { recipientsAmong, type Subscriber, type Wanted, wantedFor } from './recipients.js';
import { type StoredEvent, storeEvents } from './store-events.js';
import type { WebhookEvent } from './webhook-event.js';

/** Most messages that one statement writes. */
const SLICE = 2_000;

/** What was written: messages that this process has the lease of, and the receivers of all the others. */
export interface Written {
  readonly leased: readonly DueMessage[];
  readonly queuedFor: readonly Receiver[];
}

/** Decides which messages are written with a lease, by their receivers. */
export type Admit = (receivers: readonly (Receiver | null)[]) => Admission;

/** Stores events, and makes messages of them: one for each endpoint that wants the event, due at once. */
@Injectable()
export class MessageWriter {
  constructor(
    private readonly clock: Clock,
    private readonly erased: ErasedAnglers,
  ) {}

  /**
   * Writes the events and their messages through `tx`, without what was erased. An event that is seen again makes none,
   * and one that is handled again after a crash makes the same messages, with the same ids. `beforeEach` runs before
   * each of several statements.
   */
  async write(
    tx: Queryable,
    events: readonly WebhookEvent[],
    admit: Admit,
    beforeEach: () => Promise<void>,
  ): Promise<Written> {
    const stored = await storeEvents(tx, await this.erased.removeFrom(tx, events), this.clock.now());
    const drafts = await draftsOf(tx, stored);
    const { isLeased, leaseUntil } = admit(
      drafts.map(({ endpoint }) => (needsClaim(endpoint) ? null : receiverOf(endpoint))),
    );
    const leased: DueMessage[] = [];
    for (let at = 0; at < drafts.length; at += SLICE) {
      if (at > 0) await beforeEach();
      const now = this.clock.now();
      const slice = drafts.slice(at, at + SLICE);
      const dueAt = slice.map((_, index) => (isLeased[at + index] ? leaseUntil : now));
      const written = await insert(tx, slice, now, dueAt);
      leased.push(...slice.filter(({ id }, index) => isLeased[at + index] && written.has(id)).map(dueMessage));
    }
    const queued = drafts.filter((_, index) => !isLeased[index]).map(({ endpoint }) => endpoint);
    return { leased, queuedFor: [...new Set(queued)].map(receiverOf) };
  }
}

const receiverOf = ({ id, accountId }: Recipient): Receiver => ({ endpointId: id, accountId });

/** Only a claim holds the order and the rate of an endpoint over all copies of the service. */
const needsClaim = ({ ordering, maxRatePerSecond }: Recipient): boolean =>
  ordering === 'per_subject' || maxRatePerSecond !== null;

interface Draft {
  /** The same for this endpoint and event each time. */
  readonly id: string;
  readonly endpoint: Recipient;
  readonly event: StoredEvent;
}

const draftsOf = async (tx: Queryable, events: readonly StoredEvent[]): Promise<Draft[]> => {
  const recipients = recipientsAmong(await subscribers(tx, wantedFor(events)));
  return events.flatMap((event) =>
    recipients(event).map((endpoint) => ({
      id: derivedId('message', event.time, endpoint.id, event.id),
      endpoint,
      event,
    })),
  );
};

const dueMessage = ({ id, endpoint, event }: Draft): DueMessage => ({
  id,
  ...receiverOf(endpoint),
  eventId: event.id,
  type: event.type,
  payload: event.payload,
  traceparent: event.traceparent,
  attemptCount: 0,
  earlierAttempts: 0,
  isOrdered: endpoint.ordering === 'per_subject',
  url: endpoint.url,
  secret: endpoint.secret,
  previousSecrets: endpoint.previousSecrets,
  headers: endpoint.headers,
  retrySchedule: endpoint.retrySchedule,
});

/** A subscriber, and how messages are sent to it. */
type Recipient = Subscriber &
  Pick<EndpointSettings, 'ordering' | 'maxRatePerSecond'> &
  Pick<DueMessage, 'url' | 'secret' | 'previousSecrets' | 'headers' | 'retrySchedule'>;

const subscribers = async (tx: Queryable, { accounts, ownPatterns, publicPatterns }: Wanted): Promise<Recipient[]> => {
  if (accounts.length === 0 && publicPatterns.length === 0) return [];
  const { rows } = await tx.query<Recipient>({
    name: 'find-recipients',
    text: RECIPIENTS,
    values: [accounts, ownPatterns, publicPatterns],
  });
  return rows;
};

/** Resolves with the ids of those that were not there. The payload of an event travels once, however many get it. */
const insert = async (
  tx: Queryable,
  drafts: readonly Draft[],
  now: Date,
  dueAt: readonly Date[],
): Promise<ReadonlySet<string>> => {
  const ofEvents = [...new Map(drafts.map((draft) => [draft.event, draft])).values()];
  const numbers = new Map(ofEvents.map(({ event }, index) => [event, index + 1]));
  const values = [
    drafts.map(({ id }) => id),
    drafts.map(({ endpoint }) => endpoint.id),
    drafts.map(({ event }) => numbers.get(event)),
    ofEvents.map(({ event }) => event.id),
    ofEvents.map(({ event }) => event.type),
    ofEvents.map(({ event }) => event.subject),
    ofEvents.map(({ event }) => event.payload),
    ofEvents.map(({ event }) => event.traceparent),
    now,
    ofEvents.map(({ event }) => JSON.stringify(event.anglerIds)),
    dueAt,
    drafts.map(({ endpoint }) => endpoint.ordering === 'per_subject'),
  ];
  const { rows } = await tx.query<{ id: string }>({ name: 'insert-ordered-messages', text: INSERT, values });
  return new Set(rows.map(({ id }) => id));
};

const RECIPIENTS = `
SELECT id, account_id AS "accountId", event_types AS "eventTypes", created_at AS "createdAt", url, secret,
  previous_secrets AS "previousSecrets", headers, retry_schedule AS "retrySchedule", filter, ordering,
  max_rate_per_second AS "maxRatePerSecond"
FROM endpoints
WHERE deleted_at IS NULL AND status = 'enabled'
  AND ((account_id = ANY($1) AND event_types && $2::text[]) OR event_types && $3::text[])`;

const INSERT = `
INSERT INTO messages (id, endpoint_id, event_id, type, subject, payload, traceparent, angler_ids, next_attempt_at,
  due_at, created_at, sequence)
SELECT message.id, message.endpoint_id, event.id, event.type, event.subject, event.payload, event.traceparent,
  ARRAY(SELECT jsonb_array_elements_text(event.angler_ids::jsonb)), $9, message.due_at, $9,
  CASE WHEN message.is_ordered THEN nextval('message_sequence') END
FROM unnest($1::text[], $2::text[], $3::int[], $11::timestamptz[], $12::boolean[]) WITH ORDINALITY
  AS message (id, endpoint_id, event_number, due_at, is_ordered, number)
JOIN unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $10::text[]) WITH ORDINALITY
  AS event (id, type, subject, payload, traceparent, angler_ids, event_number) USING (event_number)
ORDER BY message.number
ON CONFLICT (endpoint_id, event_id) DO NOTHING
RETURNING id`;
