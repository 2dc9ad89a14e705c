import type { Caller } from '@cds/identity';
import { type CursorEnvelope, Cursors, listPage, listScope, mapPage } from '@cds/listing';
import { HeavyReads, type PlaceInList, POOL, prepared } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { erasedOf, shownPayload, type StoredPayload } from '../../erasure/shown-payload.js';
import { type FeedEvent, feedEventView } from '../feed-event.js';
import { type EventsOfTypes, newestOfTypes } from '../events-of-types.sql.js';
import { FIRST_POSITION, settledHorizon } from '../feed-log.js';
import { byAudience, feedTypesOf } from '../feed-types.js';
import type { ListEventsQuery } from './event-list.schemas.js';

interface Total {
  readonly total: number;
}

interface Row extends StoredPayload {
  readonly transactionId: string;
  readonly position: string;
}

/**
 * What an account reads of the events of 30 days, the one that was stored last first. A page has nothing that a stream
 * may still tell after it: what is being written at the moment comes before neither.
 */
@Injectable()
export class EventListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly reads: HeavyReads,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async execute(
    { accountId }: Caller,
    query: ListEventsQuery,
    gone: AbortSignal | undefined,
  ): Promise<CursorEnvelope<Partial<FeedEvent>>> {
    const horizon = await settledHorizon(this.pool);
    const { own, everybodys } = byAudience(feedTypesOf(query.type));
    const seen = [accountId, own, everybodys, this.clock.now()];
    const { fields: _fields, units: _units, ...filters } = query;
    const page = await listPage<Row>(this.cursors, listScope('events', accountId, filters), query, {
      rows: (place) => this.rows(seen, horizon, place),
      total: async () => {
        const count = prepared({ text: TOTAL, values: [...seen, horizon] });
        return this.reads.run(accountId, async (db) => (await db.query<Total>(count)).rows[0]?.total ?? 0, gone);
      },
      sortValues: ({ transactionId, position }) => [transactionId, position],
    });
    return mapPage(page, (row) => feedEventView(shownPayload(row), query));
  }

  private async rows(seen: readonly unknown[], horizon: bigint, place: PlaceInList): Promise<Row[]> {
    const { after, limit, offset } = place;
    const before = after ? after.map(String) : [String(horizon), String(FIRST_POSITION)];
    const values = [...seen, ...before, limit, offset];
    const { rows } = await this.pool.query<Row>(prepared({ text: pageSql(limit + offset), values }));
    return rows;
  }
}

/** A day's partition goes some time after its last event is 30 days old. */
const KEPT = "event.id >= first_id_at('evt', $4::timestamptz - interval '30 days')";

/** One index scan of each partition for each type; only what is shown is read whole. */
const newest = (types: string, whose: EventsOfTypes['whose'], depth: number): string =>
  newestOfTypes({
    types,
    whose,
    place: '$5::bigint, $6::bigint',
    where: KEPT,
    limit: depth,
    columns: ['id', 'transaction_id', 'position'],
  });

const pageOf = (depth: number): string => `
SELECT event.payload, event.erased, page.transaction_id::text AS "transactionId", page.position::text AS position
FROM (
  SELECT id, transaction_id, position
  FROM (
    ${newest('$2', 'event.account_id = $1', depth)}
    UNION ALL ${newest('$3', 'event.account_id IS NULL', depth)}
  ) AS event
  ORDER BY transaction_id DESC, position DESC LIMIT $7 OFFSET $8
) AS page
CROSS JOIN LATERAL (
  SELECT payload, ${erasedOf('webhook_events')} FROM webhook_events WHERE id = page.id OFFSET 0
) AS event
ORDER BY page.transaction_id DESC, page.position DESC`;

/**
 * How deep a page may lie, by which there is a statement each. A limit stands in the text: as a parameter the planner
 * would guess a tenth of the table, and sort all of it.
 */
const PAGES = [101, 1_001, 10_101].map((depth) => ({ depth, sql: pageOf(depth) }));

const pageSql = (needed: number): string => {
  const page = PAGES.find(({ depth }) => depth >= needed);
  if (!page) throw new Error(`a page is ${needed} rows deep`);
  return page.sql;
};

const counted = (types: string, whose: string): string => `
  SELECT count(*) FROM webhook_events AS event
  WHERE ${whose} AND event.type = ANY(${types}::text[]) AND event.transaction_id < $5 AND ${KEPT}`;

const TOTAL = `
SELECT ((${counted('$2', 'event.account_id = $1')}) + (${counted('$3', 'event.account_id IS NULL')}))::float8 AS total`;
