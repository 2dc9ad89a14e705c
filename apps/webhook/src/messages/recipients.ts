import type { EndpointFilter } from '../endpoints/settings/endpoint-filter.js';
import { audienceOf, type EventTypePattern, patternsFor, type WebhookEventType } from '../endpoints/event-types.js';
import { passesFilter } from './passes-filter.js';
import { type IsReplayed, NOTHING_REPLAYED } from './replayed-times.js';

/** What of an endpoint decides which events it gets. */
export interface Subscriber {
  readonly id: string;
  readonly accountId: string;
  readonly eventTypes: readonly string[];
  /** Null: every event of these types. */
  readonly filter: EndpointFilter | null;
  readonly createdAt: Date;
}

/** What of an event decides who gets it. */
export interface Addressed {
  readonly type: WebhookEventType;
  readonly accountId: string | null;
  readonly time: Date;
  readonly data: unknown;
}

/**
 * What a subscriber must be to get any of some events: of one of these accounts with these patterns, or of any account
 * with those.
 */
export interface Wanted {
  readonly accounts: readonly string[];
  readonly ownPatterns: readonly EventTypePattern[];
  readonly publicPatterns: readonly EventTypePattern[];
}

export const wantedFor = (events: readonly Pick<Addressed, 'type' | 'accountId'>[]): Wanted => {
  const own = events.filter(({ type }) => audienceOf(type) === 'owner');
  const others = events.filter(({ type }) => audienceOf(type) === 'everyone');
  return {
    accounts: unique(own.flatMap(({ accountId }) => accountId ?? [])),
    ownPatterns: unique(own.flatMap(({ type }) => patternsFor(type))),
    publicPatterns: unique(others.flatMap(({ type }) => patternsFor(type))),
  };
};

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/**
 * Finds who gets an event among the subscribers. An endpoint gets nothing that happened before it was created, however
 * late the event is read: after a lag, from a topic that is read again, or from a republished log. What a replay has
 * asked for is the exception.
 */
export const recipientsAmong = <S extends Subscriber>(
  subscribers: readonly S[],
  isReplayed: IsReplayed = NOTHING_REPLAYED,
): ((event: Addressed) => S[]) => {
  const byAccount = new Map<string, S[]>();
  for (const one of subscribers) byAccount.set(one.accountId, [...(byAccount.get(one.accountId) ?? []), one]);
  return ({ type, accountId, time, data }) => {
    const candidates = audienceOf(type) === 'everyone' ? subscribers : (byAccount.get(accountId ?? '') ?? []);
    const patterns: readonly string[] = patternsFor(type);
    return candidates.filter(
      ({ id, eventTypes, createdAt, filter }) =>
        (createdAt <= time || isReplayed(id, time)) &&
        eventTypes.some((pattern) => patterns.includes(pattern)) &&
        passesFilter(filter, { type, data }),
    );
  };
};
