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
 * others, pending ones are sorted, and failed ones are not found by their events.
 */
export const isBounded = ({ query: { type, status, event_id: events }, hasFailed }: ListedDeliveries): boolean =>
  type === undefined &&
  (status === undefined || (hasFailed && events === undefined && status.every((one) => one === 'failed')));

/**
 * The rows of a page. So many of each endpoint are read as the page could need, and merged: where an index has them in
 * their order, the cost does not grow with what was sent.
 */
export const rowsOf = (listed: ListedDeliveries, place: PlaceInList): Sql => {
  const { endpoints, query } = listed;
  const values = new SqlValues();
  // The planner knows of one endpoint by its name whether it has many messages.
  const [endpoint, each] =
    endpoints.length === 1
      ? [values.add(endpoints[0]), '']
      : ['own.endpoint', `unnest(${values.add(endpoints)}::text[]) AS own (endpoint) CROSS JOIN LATERAL`];
  const page: Page = { ...listed, place, endpoint, values };
  const parts = sourcesOf(query).map((source) => `(${partOf(source, page)})`);
  const text = `
    SELECT ${DELIVERY_COLUMNS}, jsonb_build_array(created_at, id) AS place FROM (
      SELECT ${columnsOf('message')} FROM ${each} (${parts.join(' UNION ALL ')}) AS message) AS messages
    ORDER BY ${orderBy(orderOf(query.sort))} LIMIT ${Math.trunc(place.limit)} OFFSET ${Math.trunc(place.offset)}`;
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

interface Page extends ListedDeliveries {
  readonly place: PlaceInList;
  /** SQL of the endpoint whose rows are read. */
  readonly endpoint: string;
  readonly values: SqlValues;
}

/** The first rows of one endpoint from one source, in the order of the list. */
const partOf = (source: Source, page: Page): string => {
  if (source === 'all') return cutOf(source, columnsOf('listed'), page);
  // Message by message: a join could be planned to read all of the messages that these may be among.
  return `SELECT ${columnsOf('message')} FROM (${cutOf(source, 'listed.message_id', page)}) AS cut CROSS JOIN LATERAL (
      SELECT ${COLUMNS.join(', ')} FROM webhook_messages WHERE id = cut.message_id OFFSET 0) AS message`;
};

const cutOf = (source: Source, columns: string, { query, hasFailed, place, endpoint, values }: Page): string => {
  const id = source === 'all' ? 'id' : 'message_id';
  const order = orderOf(query.sort).map((by) => ({ ...by, column: `listed.${by.column === 'id' ? id : by.column}` }));
  const [region] = regionsOf(order, place.after, values);
  if (!region) throw new Error('a list has a part');
  const terms = [...region.terms, ...deliveryFilters(query, values)];
  if (source === 'all' && othersThan(query).length > 0)
    terms.push(isOneOf('listed.status', query.status ?? [], values));
  if (source === 'failed') terms.push(IS_KEPT);
  return `SELECT ${columns} FROM ${relationOf(source, hasFailed)} AS listed
    WHERE ${allOf([`listed.endpoint_id = ${endpoint}`, ...terms])}
    ORDER BY ${region.order} LIMIT ${Math.trunc(place.limit + place.offset)}`;
};

// A day of messages may be dropped a minute before what else tells of them is deleted.
const IS_KEPT = 'EXISTS (SELECT FROM webhook_messages WHERE id = listed.message_id OFFSET 0)';

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
