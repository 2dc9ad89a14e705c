import { prepared } from '@cds/postgres';
import { derivedId } from '@cds/service-kit';
import type { Queryable } from '@cds/postgres';
import { patternsFor } from '../endpoints/event-types.js';
import type { EndpointFilter } from '../endpoints/settings/endpoint-filter.js';
import type { FeedPosition } from '../feed/feed-log.js';
import { FEED_TYPES, type FeedType } from '../feed/feed-types.js';
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

/** Looks at the next events of a window in the order of the feed, from `after` on. */
export const missingAfter = async (
  db: Queryable,
  endpoint: Replayed,
  { since, until }: ReplayWindow,
  after: FeedPosition,
): Promise<MissingPart> => {
  const values = [endpoint.accountId, typesOf(endpoint), since, until, after.transactionId, after.position];
  const { rows } = await db.query<Row>(prepared({ text: NEXT, values }));
  const events = rows.map(eventOf);
  const wanted = events
    .filter((event) => passesFilter(endpoint.filter, event))
    .map((event) => ({ ...event, messageId: derivedId('message', event.time, endpoint.id, event.id) }));
  const sent = await messagesThereOf(db, wanted);
  return {
    missing: wanted.filter(({ messageId }) => !sent.has(messageId)),
    reached: events.at(-1) ?? after,
    isLast: rows.length < STEP,
  };
};

/** How many events of the endpoint's types the rest of a window has, whatever its filter says of them. */
export const eventsAfter = async (
  db: Queryable,
  endpoint: Replayed,
  { since, until }: ReplayWindow,
  after: FeedPosition,
): Promise<number> => {
  const values = [endpoint.accountId, typesOf(endpoint), since, until, after.transactionId, after.position];
  return (await db.query<{ count: number }>(prepared({ text: COUNT, values }))).rows[0]?.count ?? 0;
};

const typesOf = ({ eventTypes }: Replayed): readonly FeedType[] =>
  FEED_TYPES.filter((type) => patternsFor(type).some((pattern) => eventTypes.includes(pattern)));

interface Row {
  readonly id: string;
  readonly type: FeedType;
  readonly subject: string;
  readonly time: Date;
  readonly payload: string;
  readonly transactionId: string;
  readonly position: string;
}

const eventOf = ({ payload, ...row }: Row) => ({
  ...row,
  transactionId: BigInt(row.transactionId),
  position: BigInt(row.position),
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
const IN_WINDOW = `type = ANY($2) AND occurred_at >= $3 AND occurred_at < $4
  AND id >= first_id_at('evt', $3::timestamptz - interval '1 minute')
  AND (transaction_id, position) > ($5::bigint, $6::bigint)`;

const next = (whose: string): string => `
  SELECT id, type, subject, occurred_at, payload, transaction_id, position FROM webhook_events
  WHERE ${whose} AND ${IN_WINDOW} ORDER BY transaction_id, position LIMIT ${STEP}`;

const NEXT = `
SELECT id, type, subject, occurred_at AS time, payload, transaction_id::text AS "transactionId",
  position::text AS position
FROM ((${next('account_id = $1')}) UNION ALL (${next('account_id IS NULL')})) AS event
ORDER BY event.transaction_id, event.position LIMIT ${STEP}`;

const counted = (whose: string): string => `SELECT count(*) FROM webhook_events WHERE ${whose} AND ${IN_WINDOW}`;

const COUNT = `SELECT ((${counted('account_id = $1')}) + (${counted('account_id IS NULL')}))::int AS count`;

const THERE = 'SELECT id FROM webhook_messages WHERE id = ANY($1)';
