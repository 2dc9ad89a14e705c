import { allOf, isOneOf, orderBy, orderOf, type PlaceInList, regionsOf, type Sql, SqlValues } from '@cds/postgres';
import { DELIVERY_COLUMNS } from '../delivery-view.js';
import { failedMessagesIn } from '../failed/failed-messages.js';
import { deliveryFilters } from './delivery-filters.js';
import type { ListDeliveriesQuery } from './delivery-list.schemas.js';

/** Which messages a list has, and what they can be read from. */
export interface ListedDeliveries {
  readonly endpoints: readonly string[];
  readonly query: ListDeliveriesQuery;
  /** Whether `failed_messages` has all messages that failed. */
  readonly hasFailed: boolean;
}

/**
 * Whether a page costs the same however much was sent. Delivered messages, or those of a type, may lie behind a million
 * others, and pending ones are sorted.
 */
export const isBounded = ({ query: { type, status }, hasFailed }: ListedDeliveries): boolean =>
  type === undefined && (status === undefined || (hasFailed && status.every((one) => one === 'failed')));

/**
 * The rows of a page. So many of each endpoint are read as the page could need, and merged: where an index has them in
 * their order, the cost does not grow with what was sent.
 */
export const rowsOf = (listed: ListedDeliveries, place: PlaceInList): Sql => {
  const values = new SqlValues();
  const own = `unnest(${values.add(listed.endpoints)}::text[]) AS own (endpoint)`;
  const parts = sourcesOf(listed.query).map((source) => `(${partOf(source, listed, place, values)})`);
  const text = `
    SELECT ${DELIVERY_COLUMNS}, jsonb_build_array(created_at, id) AS place FROM (
      SELECT ${columnsOf('message')} FROM ${own} CROSS JOIN LATERAL (${parts.join(' UNION ALL ')}) AS message
    ) AS messages
    ORDER BY ${orderBy(orderOf(listed.query.sort))}
    LIMIT ${Math.trunc(place.limit)} OFFSET ${Math.trunc(place.offset)}`;
  return { text, values: values.values };
};

/**
 * How many rows there are on all pages. No index has the status: delivered messages are all those that are neither
 * pending nor failed.
 */
export const totalOf = ({ endpoints, query, hasFailed }: ListedDeliveries): Sql => {
  const values = new SqlValues();
  const terms = allOf([
    `listed.endpoint_id = ANY(${values.add(endpoints)}::text[])`,
    ...deliveryFilters(query, values),
  ]);
  const count = (source: Source): string =>
    `(SELECT count(*) FROM ${relationOf(source, hasFailed)} AS listed WHERE ${terms})`;
  const sources = sourcesOf(query);
  const others = sources.includes('all') ? othersThan(query) : [];
  const total = [sources.map(count).join(' + '), ...others.map(count)].join(' - ');
  return { text: `SELECT (${total})::float8 AS total`, values: values.values };
};

/** Messages whatever their status, or those of one status that have a table of their own. */
type Source = 'all' | 'pending' | 'failed';

const sourcesOf = ({ status }: ListDeliveriesQuery): Source[] => {
  const undelivered = [...new Set(status ?? [])].filter((one) => one !== 'delivered');
  return status === undefined || status.includes('delivered') ? ['all'] : undelivered;
};

/** The statuses with tables of their own that are not asked for. */
const othersThan = ({ status }: ListDeliveriesQuery): Source[] =>
  status === undefined ? [] : (['pending', 'failed'] as const).filter((one) => !status.includes(one));

const relationOf = (source: Source, hasFailed: boolean): string => {
  if (source === 'all') return 'webhook_messages';
  return source === 'pending' ? 'pending_messages' : failedMessagesIn(hasFailed);
};

/** The first rows of one endpoint from one source, in the order of the list. */
const partOf = (
  source: Source,
  { query, hasFailed }: ListedDeliveries,
  place: PlaceInList,
  values: SqlValues,
): string => {
  const id = source === 'all' ? 'id' : 'message_id';
  const order = orderOf(query.sort).map((key) => ({
    ...key,
    column: `listed.${key.column === 'id' ? id : key.column}`,
  }));
  const [region] = regionsOf(order, place.after, values);
  if (!region) throw new Error('a list has a part');
  const filters = deliveryFilters(query, values);
  if (source === 'all' && othersThan(query).length > 0)
    filters.push(isOneOf('listed.status', query.status ?? [], values));
  // Row by row, in their order: OFFSET keeps the planner from joining all of them before they are cut.
  const rest = `CROSS JOIN LATERAL (
      SELECT ${columnsOf('whole')} FROM webhook_messages AS whole WHERE whole.id = listed.message_id OFFSET 0) AS found`;
  return `SELECT ${columnsOf(source === 'all' ? 'listed' : 'found')}
    FROM ${relationOf(source, hasFailed)} AS listed ${source === 'all' ? '' : rest}
    WHERE ${allOf(['listed.endpoint_id = own.endpoint', ...region.terms, ...filters])}
    ORDER BY ${region.order} LIMIT ${Math.trunc(place.limit + place.offset)}`;
};

const columnsOf = (relation: string): string => COLUMNS.map((column) => `${relation}.${column}`).join(', ');

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
