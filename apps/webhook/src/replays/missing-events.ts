import { prepared } from '@cds/postgres';
import { derivedId } from '@cds/service-kit';
import type { Queryable } from '@cds/postgres';
import { patternsFor } from '../endpoints/event-types.js';
import type { EndpointFilter } from '../endpoints/settings/endpoint-filter.js';
import { type EventsOfTypes, oldestOfTypes } from '../feed/events-of-types.sql.js';
import type { FeedPosition } from '../feed/feed-log.js';
import { byAudience, FEED_TYPES, type FeedType } from '../feed/feed-types.js';
import { passesFilter } from '../messages/passes-filter.js';

/** What of an endpoint decides which events it should have got. */
export interface Replayed {
  readonly id: string;
  readonly accountId: string;
  readonly eventTypes: readonly string[];
  readonly filter: EndpointFilter | null;
  readonly ordering: string;
}

/** Events that happened since `since` and before `until`. */
export interface ReplayWindow {
  readonly since: Date;
  readonly until: Date;
  /** Nothing from this transaction id on is looked at, as events before those there may still be stored. */
  readonly horizon?: bigint;
}

/** An event that the endpoint never got, and the id of the message that tells it. */
export interface MissingEvent extends FeedPosition {
  readonly id: string;
  readonly type: FeedType;
  readonly subject: string;
  readonly messageId: string;
}

/** The part of a window that one step looks at. */
export interface MissingPart {
  readonly missing: readonly MissingEvent[];
  /** The last event that was looked at. */
  readonly reached: FeedPosition;
  readonly isLast: boolean;
}

/** Events that are looked at in one step: their payloads are read, as filters compare them. */
export const STEP = 200;
/** Events of which a step looks at the times alone, once it has found none in the window. */
const AHEAD = 5_000;

/** Looks at the next events of an endpoint's types in the order of the feed, from `after` on. */
export const missingAfter = async (
  db: Queryable,
  endpoint: Replayed,
  window: ReplayWindow,
  after: FeedPosition,
): Promise<MissingPart> => {
  const values = [...valuesOf(endpoint, window.since, after), window.horizon ?? BEYOND_ALL];
  const { rows } = await db.query<Row>(prepared({ text: NEXT, values }));
  const events = rows.map(eventOf);
  const isLast = rows.length < STEP;
  const inWindow = events.filter(({ time }) => time >= window.since && time < window.until);
  if (inWindow.length === 0 && !isLast) return lookAhead(db, endpoint, window, after);
  const wanted = inWindow
    .filter((event) => passesFilter(endpoint.filter, event))
    .map((event) => ({ ...event, messageId: derivedId('message', event.time, endpoint.id, event.id) }));
  const sent = await messagesThereOf(db, wanted);
  return { missing: wanted.filter(({ messageId }) => !sent.has(messageId)), reached: events.at(-1) ?? after, isLast };
};

/** Reaches the next event in the window, or as far as it looks. What came late may follow very many later events. */
const lookAhead = async (
  db: Queryable,
  endpoint: Replayed,
  { since, until, horizon = BEYOND_ALL }: ReplayWindow,
  after: FeedPosition,
): Promise<MissingPart> => {
  const values = [...valuesOf(endpoint, since, after), horizon, until];
  const { rows } = await db.query<Ahead>(prepared({ text: LOOK_AHEAD, values }));
  const reached = rows.map(placeIn)[0] ?? after;
  return { missing: [], reached, isLast: rows[0]?.isLast ?? true };
};

/** How many events of the endpoint's types the rest of a window has, whatever its filter says of them. */
export const eventsAfter = async (
  db: Queryable,
  endpoint: Replayed,
  { since, until }: ReplayWindow,
  after: FeedPosition,
): Promise<number> => {
  const values = [...valuesOf(endpoint, since, after), until];
  return (await db.query<{ count: number }>(prepared({ text: COUNT, values }))).rows[0]?.count ?? 0;
};

const typesOf = ({ eventTypes }: Replayed): readonly FeedType[] =>
  FEED_TYPES.filter((type) => patternsFor(type).some((pattern) => eventTypes.includes(pattern)));

/** Of the account's own types its events are read, of the others everybody's. */
const valuesOf = (endpoint: Replayed, since: Date, { transactionId, position }: FeedPosition): unknown[] => {
  const { own, everybodys } = byAudience(typesOf(endpoint));
  return [endpoint.accountId, own, everybodys, since, transactionId, position];
};

/** Beyond every transaction id. */
const BEYOND_ALL = 9_223_372_036_854_775_807n;

interface Place {
  readonly transactionId: string;
  readonly position: string;
}

interface Row extends Place {
  readonly id: string;
  readonly type: FeedType;
  readonly subject: string;
  readonly time: Date;
  readonly payload: string;
}

interface Ahead extends Place {
  readonly isLast: boolean;
}

const placeIn = ({ transactionId, position }: Place): FeedPosition => ({
  transactionId: BigInt(transactionId),
  position: BigInt(position),
});

const eventOf = ({ payload, ...row }: Row) => ({
  ...row,
  ...placeIn(row),
  data: (JSON.parse(payload) as { data: unknown }).data,
});

const messagesThereOf = async (
  db: Queryable,
  events: readonly { readonly messageId: string }[],
): Promise<ReadonlySet<string>> => {
  if (events.length === 0) return new Set();
  const ids = events.map(({ messageId }) => messageId);
  const { rows } = await db.query<{ id: string }>(prepared({ text: THERE, values: [ids] }));
  return new Set(rows.map(({ id }) => id));
};

// Ids are not older than what they tell, so that partitions before the window are not read.
const SINCE = "event.id >= first_id_at('evt', $4::timestamptz - interval '1 minute')";

const inWindow = (until: string): string => `event.occurred_at >= $4 AND event.occurred_at < ${until}`;

/**
 * The first events after `$5` and `$6` and below `$7`, whenever they happened: what is read does not grow with the
 * feed.
 */
const next = (limit: number, ...columns: string[]): string => {
  const where = `${SINCE} AND event.transaction_id < $7::bigint`;
  const part = { place: '$5::bigint, $6::bigint', where, limit, columns };
  return `
  SELECT ${columns.join(', ')} FROM (
    ${oldestOfTypes({ ...part, types: '$2', whose: 'event.account_id = $1' })}
    UNION ALL ${oldestOfTypes({ ...part, types: '$3', whose: 'event.account_id IS NULL' })}
  ) AS event
  ORDER BY event.transaction_id, event.position LIMIT ${limit}`;
};

const NEXT = `
SELECT id, type, subject, occurred_at AS time, payload, transaction_id::text AS "transactionId",
  position::text AS position
FROM (${next(STEP, 'id', 'type', 'subject', 'occurred_at', 'payload', 'transaction_id', 'position')}) AS event
ORDER BY event.transaction_id, event.position`;

// The place before the first event in the window, or that of the last one.
const LOOK_AHEAD = `
WITH event AS MATERIALIZED (${next(AHEAD, 'transaction_id', 'position', 'occurred_at')}),
first AS (
  SELECT transaction_id, position - 1 AS position, false AS is_last FROM event WHERE ${inWindow('$8')}
  ORDER BY event.transaction_id, event.position LIMIT 1
),
last AS (
  SELECT transaction_id, position, (SELECT count(*) FROM event) < ${AHEAD} AS is_last FROM event
  ORDER BY event.transaction_id DESC, event.position DESC LIMIT 1
)
SELECT transaction_id::text AS "transactionId", position::text AS position, is_last AS "isLast" FROM first
UNION ALL
SELECT transaction_id::text, position::text, is_last FROM last WHERE NOT EXISTS (SELECT FROM first)`;

const counted = (types: string, whose: EventsOfTypes['whose']): string => `
  SELECT count(*) FROM webhook_events AS event
  WHERE ${whose} AND event.type = ANY(${types}::text[]) AND ${SINCE} AND ${inWindow('$7')}
    AND (event.transaction_id, event.position) > ($5::bigint, $6::bigint)`;

const COUNT = `
SELECT ((${counted('$2', 'event.account_id = $1')}) + (${counted('$3', 'event.account_id IS NULL')}))::int AS count`;

const THERE = 'SELECT id FROM webhook_messages WHERE id = ANY($1)';
