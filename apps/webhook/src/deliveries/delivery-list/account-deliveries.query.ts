import {
  allOf,
  HeavyReads,
  type Order,
  orderBy,
  orderOf,
  type PlaceInList,
  POOL,
  regionsOf,
  type Sql,
  type SortValue,
  SqlValues,
} from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { type CursorEnvelope, Cursors, listPage, listScope, mapPage } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DELIVERY_COLUMNS, type DeliveryRow, deliveryView, type DeliveryView } from '../delivery-view.js';
import { deliveryFilters } from './delivery-filters.js';
import type { ListAccountDeliveriesQuery } from './delivery-list.schemas.js';

type Row = DeliveryRow & { readonly place: readonly SortValue[] };

/** What was and will be sent to all endpoints of an account. */
@Injectable()
export class AccountDeliveriesQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly reads: HeavyReads,
    private readonly cursors: Cursors,
  ) {}

  /** Fails with `limit.heavy_reads` when too much of the account waits. */
  async execute(
    { accountId }: Caller,
    query: ListAccountDeliveriesQuery,
    gone?: AbortSignal,
  ): Promise<CursorEnvelope<DeliveryView>> {
    const endpoints = await this.endpointsOf(accountId, query);
    const scope = listScope('webhook-deliveries', accountId, query);
    const read = async <Row extends object>({ text, values }: Sql): Promise<Row[]> =>
      (await this.reads.for(accountId, gone).query<Row>(text, values)).rows;
    const page = await listPage<Row>(this.cursors, scope, query, {
      rows: (place) => read<Row>(rowsOf(endpoints, query, place)),
      total: async () => (await read<Total>(totalOf(endpoints, query)))[0]?.total ?? 0,
      sortValues: ({ place }) => place,
    });
    return mapPage(page, deliveryView);
  }

  private async endpointsOf(accountId: string, { endpoint_id: wanted }: ListAccountDeliveriesQuery): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(ENDPOINTS, [accountId, wanted ?? null]);
    return rows.map(({ id }) => id);
  }
}

interface Total {
  readonly total: number;
}

const ENDPOINTS = `
SELECT id FROM endpoints
WHERE account_id = $1 AND deleted_at IS NULL AND ($2::text[] IS NULL OR id = ANY($2))`;

/**
 * Reads so many of each endpoint as the page could need, by an index that has them in their order, and merges them: the
 * cost does not grow with what was sent.
 */
const rowsOf = (endpoints: readonly string[], query: ListAccountDeliveriesQuery, place: PlaceInList): Sql => {
  const order: Order = orderOf(query.sort);
  const values = new SqlValues();
  const own = values.add(endpoints);
  const [region] = regionsOf(order, place.after, values);
  if (!region) throw new Error('a list has a part');
  const terms = allOf([...region.terms, ...deliveryFilters(query, values)]);
  const depth = Math.trunc(place.limit + place.offset);
  const prefixed = COLUMNS.map((column) => `message.${column}`).join(', ');
  const text = `
    SELECT ${DELIVERY_COLUMNS}, jsonb_build_array(created_at, id) AS place FROM (
      SELECT ${prefixed} FROM unnest(${own}::text[]) AS own (endpoint)
      CROSS JOIN LATERAL (SELECT ${COLUMNS.join(', ')} FROM webhook_messages WHERE endpoint_id = own.endpoint AND
        ${terms}
        ORDER BY ${region.order} LIMIT ${depth}) AS message) AS messages
    ORDER BY ${orderBy(order)} LIMIT ${Math.trunc(place.limit)} OFFSET ${Math.trunc(place.offset)}`;
  return { text, values: values.values };
};

const totalOf = (endpoints: readonly string[], query: ListAccountDeliveriesQuery): Sql => {
  const values = new SqlValues();
  const terms = allOf([`endpoint_id = ANY(${values.add(endpoints)}::text[])`, ...deliveryFilters(query, values)]);
  return { text: `SELECT count(*)::float8 AS total FROM webhook_messages WHERE ${terms}`, values: values.values };
};

const COLUMNS = [
  'id',
  'endpoint_id',
  'event_id',
  'type',
  'status',
  'attempt_count',
  'next_attempt_at',
  'created_at',
  'delivered_at',
] as const;
