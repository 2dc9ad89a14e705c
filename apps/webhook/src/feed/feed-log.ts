import { moveHorizon, readHorizon } from '@cds/event-store';
import { prepared } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { erasedOf, shownPayload, type StoredPayload } from '../erasure/shown-payload.js';
import { type EventsOfTypes, newestOfTypes } from './events-of-types.sql.js';
import { byAudience, type FeedType } from './feed-types.js';

/** A place in the order in which events can be read without missing one (ADR 35). */
export interface FeedPosition {
  readonly transactionId: bigint;
  readonly position: bigint;
}

/** An event on its way to streams. */
export interface LoggedEvent extends FeedPosition {
  readonly id: string;
  readonly type: string;
  /** Null: everybody reads it. */
  readonly accountId: string | null;
  readonly payload: string;
}

/**
 * Events that are read at once. Limits stand in the text: as a parameter the planner would guess a tenth of the table,
 * and sort all of it.
 */
export const MAX_EVENTS = 200;

/** Beyond every position of a transaction. */
const LAST_POSITION = 9_223_372_036_854_775_807n;

/** Before every position of a transaction. */
export const FIRST_POSITION = -1n;

export const isAfter = (one: FeedPosition, other: FeedPosition): boolean =>
  one.transactionId === other.transactionId ? one.position > other.position : one.transactionId > other.transactionId;

/** The place after everything below a horizon. */
export const placeBelow = (horizon: bigint): FeedPosition => ({
  transactionId: horizon - 1n,
  position: LAST_POSITION,
});

/**
 * The transaction id below which no further event appears, beyond every event that is committed unless a transaction in
 * flight holds it back.
 */
export const settledHorizon = async (db: Queryable): Promise<bigint> => {
  const { horizon, isHeldBack } = await readHorizon(db, TABLE);
  if (isHeldBack) return horizon;
  const { rows } = await db.query<{ hides: boolean | null }>(prepared({ text: HIDES, values: [horizon] }));
  if (!rows[0]?.hides) return horizon;
  await moveHorizon(db);
  return (await readHorizon(db, TABLE)).horizon;
};

/** What was stored after a place, of these accounts and of everybody, in order; up to `MAX_EVENTS`. */
export const eventsSince = async (
  db: Queryable,
  after: FeedPosition,
  accountIds: readonly string[],
): Promise<LoggedEvent[]> => {
  const values = [after.transactionId, after.position, accountIds];
  return (await db.query<Row>(prepared({ text: SINCE, values }))).rows.map(loggedEvent);
};

/** The place of an event that the account reads, and that is not older than the feed; undefined where there is none. */
export const placeOf = async (
  db: Queryable,
  { id, accountId, types, now }: { id: string; accountId: string; types: readonly string[]; now: Date },
): Promise<FeedPosition | undefined> => {
  const { rows } = await db.query<PlaceRow>(PLACE, [id, accountId, types, now]);
  return rows.map(placeIn)[0];
};

/** The newest event below a horizon that an account reads; null where there is none. */
export const newestSeen = async (
  db: Queryable,
  { accountId, types, horizon, now }: { accountId: string; types: readonly FeedType[]; horizon: bigint; now: Date },
): Promise<string | null> => {
  const { own, everybodys } = byAudience(types);
  const newestOfAll = prepared({ text: NEWEST, values: [accountId, own, everybodys, horizon, now] });
  const { rows } = await db.query<{ id: string }>(newestOfAll);
  return rows[0]?.id ?? null;
};

/** What an account reads between two places, in order; up to `MAX_EVENTS`, of which those of other types are empty. */
export const eventsBetween = async (
  db: Queryable,
  { after, until }: { after: FeedPosition; until: FeedPosition },
  { accountId, types }: { accountId: string; types: readonly string[] },
): Promise<LoggedEvent[]> => {
  const bounds = [after.transactionId, after.position, until.transactionId, until.position];
  const values = [...bounds, accountId, types];
  return (await db.query<Row>(prepared({ text: BETWEEN, values }))).rows.map(loggedEvent);
};

interface PlaceRow {
  readonly transactionId: string;
  readonly position: string;
}

interface Row extends PlaceRow, StoredPayload {
  readonly id: string;
  readonly type: string;
  readonly accountId: string | null;
}

const placeIn = ({ transactionId, position }: PlaceRow): FeedPosition => ({
  transactionId: BigInt(transactionId),
  position: BigInt(position),
});

const loggedEvent = ({ erased, ...row }: Row): LoggedEvent => ({
  ...row,
  ...placeIn(row),
  payload: shownPayload({ payload: row.payload, erased }),
});

const TABLE = 'webhook_events';

// The last one, which an index has: of EXISTS the planner would expect one soon, and read all events to find none.
const HIDES = 'SELECT max(transaction_id) >= $1 AS hides FROM webhook_events';

const PLACE = `
SELECT transaction_id::text AS "transactionId", position::text AS position FROM webhook_events
WHERE id = $1 AND (account_id = $2 OR account_id IS NULL) AND type = ANY($3)
  AND id >= first_id_at('evt', $4::timestamptz - interval '30 days')`;

const newest = (types: string, whose: EventsOfTypes['whose']): string =>
  newestOfTypes({
    types,
    whose,
    place: `$4::bigint, ${FIRST_POSITION}`,
    where: "event.id >= first_id_at('evt', $5::timestamptz - interval '30 days')",
    limit: 1,
    columns: ['id', 'transaction_id', 'position'],
  });

const NEWEST = `
SELECT event.id
FROM (${newest('$2', 'event.account_id = $1')} UNION ALL ${newest('$3', 'event.account_id IS NULL')}) AS event
ORDER BY event.transaction_id DESC, event.position DESC LIMIT 1`;

const COLUMNS = `id, type, account_id AS "accountId", transaction_id::text AS "transactionId",
  position::text AS position`;

const SINCE = `
SELECT ${COLUMNS}, payload, ${erasedOf('webhook_events')} FROM webhook_events
WHERE (transaction_id, position) > ($1::bigint, $2::bigint) AND (account_id IS NULL OR account_id = ANY($3))
ORDER BY webhook_events.transaction_id, webhook_events.position LIMIT ${MAX_EVENTS}`;

const between = (whose: string): string => `
  SELECT id, type, account_id, transaction_id, position, CASE WHEN type = ANY($6) THEN payload ELSE '' END AS payload,
    ${erasedOf('webhook_events')}
  FROM webhook_events
  WHERE ${whose} AND (transaction_id, position) > ($1::bigint, $2::bigint)
    AND (transaction_id, position) <= ($3::bigint, $4::bigint)
  ORDER BY transaction_id, position LIMIT ${MAX_EVENTS}`;

const BETWEEN = `
SELECT ${COLUMNS}, payload, erased
FROM ((${between('account_id = $5')}) UNION ALL (${between('account_id IS NULL')})) AS event
ORDER BY event.transaction_id, event.position LIMIT ${MAX_EVENTS}`;
