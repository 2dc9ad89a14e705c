import type { Queryable } from '@cds/postgres';
import { derivedId } from '@cds/service-kit';
import type { DueMessage } from '../deliveries/dispatch/due-messages.js';
import { audienceOf } from '../endpoints/event-types.js';
import type { EndpointSettings } from '../endpoints/settings/endpoint-settings.js';
import { type Addressed, recipientsAmong, type Subscriber, wantedFor } from './recipients.js';
import { replayedTimes } from './replayed-times.js';

/** A subscriber, and how messages are sent to it. */
export type Recipient = Subscriber &
  Pick<EndpointSettings, 'ordering' | 'maxRatePerSecond'> &
  Pick<DueMessage, 'url' | 'secret' | 'previousSecrets' | 'headers' | 'retrySchedule'>;

type Event = Addressed & { readonly id: string };

/** A message that an event is to become. */
export interface Draft<E extends Event = Event> {
  /** The same for this endpoint and event each time. */
  readonly id: string;
  readonly endpoint: Recipient;
  readonly event: E;
}

/** The messages of some events for the next endpoints, in the order of the endpoints' ids. */
export interface RecipientSlice<E extends Event> {
  readonly drafts: readonly Draft<E>[];
  /** The endpoint after which the next slice begins; null when this was the last one. */
  readonly nextAfter: string | null;
}

/** How much one slice has at most; the first endpoint is in it however many messages it gets. */
export interface SliceLimits {
  readonly endpoints: number;
  readonly messages: number;
}

/** So few that writing them takes a small part of a second. */
export const SLICE_LIMITS: SliceLimits = { endpoints: 200, messages: 1_000 };

/** Injection token of `SliceLimits`. */
export const SLICES = Symbol('SLICES');

/** Before the first endpoint. */
export const FIRST_ENDPOINT = '';

/**
 * Finds who of the endpoints after `after` gets which events. Reads a bounded number of them, however many there are.
 */
export const recipientSlice = async <E extends Event>(
  tx: Queryable,
  events: readonly E[],
  after: string,
  limits: SliceLimits,
): Promise<RecipientSlice<E>> => {
  const limit = endpointsAtOnce(events, limits);
  const endpoints = await endpointsAfter(tx, events, after, limit);
  const recipients = recipientsAmong(endpoints, await replayedTimes(tx, endpoints, events));
  const all = events.flatMap((event) => recipients(event).map((endpoint) => draft(event, endpoint)));
  const taken = withinLimit(endpoints, all, limits.messages);
  if (taken === endpoints.length)
    return { drafts: all, nextAfter: endpoints.length < limit ? null : (endpoints.at(-1)?.id ?? null) };
  const inSlice = new Set(endpoints.slice(0, taken));
  return {
    drafts: all.filter(({ endpoint }) => inSlice.has(endpoint)),
    nextAfter: endpoints[taken - 1]?.id ?? null,
  };
};

/** What reaches everybody is compared with few endpoints at once, so that a slice takes little more than is written. */
const endpointsAtOnce = (events: readonly Event[], { endpoints, messages }: SliceLimits): number =>
  events.some(({ type }) => audienceOf(type) === 'everyone')
    ? Math.max(1, Math.min(endpoints, Math.floor(messages / events.length)))
    : endpoints;

const draft = <E extends Event>(event: E, endpoint: Recipient): Draft<E> => ({
  id: derivedId('message', event.time, endpoint.id, event.id),
  endpoint,
  event,
});

/** How many of the endpoints, from the first one on, get no more messages than a slice has. */
const withinLimit = (endpoints: readonly Recipient[], drafts: readonly Draft[], max: number): number => {
  if (drafts.length <= max) return endpoints.length;
  const counts = new Map<Recipient, number>();
  for (const { endpoint } of drafts) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
  let messages = 0;
  const end = endpoints.findIndex((endpoint) => (messages += counts.get(endpoint) ?? 0) > max);
  return Math.max(1, end);
};

const endpointsAfter = async (
  tx: Queryable,
  events: readonly Event[],
  after: string,
  limit: number,
): Promise<Recipient[]> => {
  const { accounts, ownPatterns, publicPatterns } = wantedFor(events);
  if (accounts.length === 0 && publicPatterns.length === 0) return [];
  const { rows } = await tx.query<Recipient>({
    name: 'find-next-recipients',
    text: RECIPIENTS,
    values: [accounts, ownPatterns, publicPatterns, after, limit],
  });
  return rows;
};

const ALIVE = "deleted_at IS NULL AND status = 'enabled'";

// Endpoints of the events' accounts are few, and found by the account. Those of all accounts are read in order.
const RECIPIENTS = `
WITH own AS MATERIALIZED (
  SELECT id FROM endpoints WHERE account_id = ANY($1) AND event_types && $2::text[] AND ${ALIVE} AND id > $4
),
everyones AS (
  SELECT id FROM endpoints WHERE cardinality($3::text[]) > 0 AND event_types && $3::text[] AND ${ALIVE} AND id > $4
  ORDER BY id LIMIT $5::int
),
next AS (SELECT id FROM own UNION SELECT id FROM everyones ORDER BY id LIMIT $5::int)
SELECT endpoint.id, endpoint.account_id AS "accountId", endpoint.event_types AS "eventTypes",
  endpoint.created_at AS "createdAt", endpoint.url, endpoint.secret, endpoint.previous_secrets AS "previousSecrets",
  endpoint.headers, endpoint.retry_schedule AS "retrySchedule", endpoint.filter, endpoint.ordering,
  endpoint.max_rate_per_second AS "maxRatePerSecond"
FROM next JOIN endpoints AS endpoint ON endpoint.id = next.id
ORDER BY endpoint.id`;
