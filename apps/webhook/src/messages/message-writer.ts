import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Queryable } from '@cds/postgres';
import { DatabaseClock } from '../database/database-clock.js';
import type { Admission } from '../deliveries/dispatch/admission.js';
import type { DueMessage } from '../deliveries/dispatch/due-messages.js';
import type { Receiver } from '../deliveries/dispatch/receiver.js';
import { ErasedAnglers } from '../erasure/erased-anglers.js';
import {
  type Draft,
  FIRST_ENDPOINT,
  type Recipient,
  recipientSlice,
  type SliceLimits,
  SLICES,
} from './recipient-slice.js';
import { eventsToStore, storeEvents, type StoredEvent } from './store-events.js';
import type { WebhookEvent } from './webhook-event.js';

/** What was written: messages that this process has the lease of, and the receivers of all the others. */
export interface Written {
  readonly leased: readonly DueMessage[];
  readonly queuedFor: readonly Receiver[];
  /** Whether further messages are left to a job. */
  readonly hasFanOut: boolean;
}

/** Decides which messages are written with a lease, by their receivers. */
export type Admit = (receivers: readonly (Receiver | null)[]) => Admission;

/**
 * Stores events, and makes messages of them: one for each endpoint that wants the event, due at once. It writes those
 * of the first endpoints itself; a job that it leaves writes the others.
 */
@Injectable()
export class MessageWriter {
  constructor(
    private readonly clock: DatabaseClock,
    private readonly erased: ErasedAnglers,
    @Inject(SLICES) private readonly limits: SliceLimits,
  ) {}

  /**
   * Writes the events and their first messages through `tx`, without what was erased. An event that is seen again makes
   * none, and one that is handled again after a crash makes the same messages, with the same ids.
   */
  async write(tx: Queryable, events: readonly WebhookEvent[], admit: Admit): Promise<Written> {
    const now = this.clock.now();
    const wanted = eventsToStore(await this.erased.removeFrom(tx, events), now);
    if (wanted.length === 0) return { leased: [], queuedFor: [], hasFanOut: false };
    const { drafts, nextAfter } = await recipientSlice(tx, wanted, FIRST_ENDPOINT, this.limits);
    const { isLeased, leaseUntil } = admit(
      drafts.map(({ endpoint }) => (needsClaim(endpoint) ? null : receiverOf(endpoint))),
    );
    const messages = drafts.map((draft, index) => newMessage(draft, isLeased[index] ? leaseUntil : now));
    const stored = await storeEvents(tx, wanted, messages, now);
    const hasFanOut = nextAfter !== null && stored.events.size > 0;
    if (hasFanOut) await tx.query(LEAVE_OTHERS, [randomUUID(), [...stored.events], nextAfter, now]);
    const queued = drafts.filter((_, index) => !isLeased[index]).map(({ endpoint }) => endpoint);
    return {
      leased: drafts.filter(({ id }, index) => isLeased[index] && stored.messages.has(id)).map(dueMessage),
      queuedFor: [...new Set(queued)].map(receiverOf),
      hasFanOut,
    };
  }
}

export const receiverOf = ({ id, accountId }: Recipient): Receiver => ({ endpointId: id, accountId });

/** Only a claim holds the order and the rate of an endpoint over all copies of the service. */
const needsClaim = ({ ordering, maxRatePerSecond }: Recipient): boolean =>
  ordering === 'per_subject' || maxRatePerSecond !== null;

export const newMessage = ({ id, endpoint, event }: Draft, dueAt: Date) => ({
  id,
  endpointId: endpoint.id,
  eventId: event.id,
  dueAt,
  isOrdered: endpoint.ordering === 'per_subject',
});

const dueMessage = ({ id, endpoint, event }: Draft<StoredEvent>): DueMessage => ({
  id,
  ...receiverOf(endpoint),
  eventId: event.id,
  type: event.type,
  payload: event.payload,
  traceparent: event.traceparent,
  attemptCount: 0,
  earlierAttempts: 0,
  queuedAt: null,
  isOrdered: endpoint.ordering === 'per_subject',
  url: endpoint.url,
  secret: endpoint.secret,
  previousSecrets: endpoint.previousSecrets,
  headers: endpoint.headers,
  retrySchedule: endpoint.retrySchedule,
});

const LEAVE_OTHERS = `
INSERT INTO fan_outs (id, event_ids, first_position, after_endpoint_id, created_at)
SELECT $1, $2, min(position), $3, $4 FROM webhook_events WHERE id = ANY($2::text[])`;
