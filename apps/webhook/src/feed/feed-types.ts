import {
  audienceOf,
  EVENT_TYPE_PATTERNS,
  type EventTypePattern,
  patternsFor,
  PING,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
} from '../endpoints/event-types.js';

/** A type of the feed: a ping tells nothing that happened. */
export type FeedType = Exclude<WebhookEventType, typeof PING>;

export const FEED_TYPES = WEBHOOK_EVENT_TYPES.filter((type): type is FeedType => type !== PING);

/** What a `type` filter may name. */
export type FeedTypePattern = Exclude<EventTypePattern, typeof PING>;
export const FEED_TYPE_PATTERNS = EVENT_TYPE_PATTERNS.filter((one): one is FeedTypePattern => one !== PING);

/** The types that a filter means; all of them without one. */
export const feedTypesOf = (patterns: readonly FeedTypePattern[] | undefined): readonly FeedType[] =>
  patterns === undefined
    ? FEED_TYPES
    : FEED_TYPES.filter((type) => patternsFor(type).some((one) => (patterns as readonly string[]).includes(one)));

/** The types of which an account reads its own events alone, and those of which it reads everybody's. */
export const byAudience = (types: readonly FeedType[]): { own: FeedType[]; everybodys: FeedType[] } => ({
  own: types.filter((type) => audienceOf(type) === 'owner'),
  everybodys: types.filter((type) => audienceOf(type) === 'everyone'),
});
