import type { PlaceInList, SortBy, SortValue } from './list-order.js';
import type { SqlValues } from './sql-values.js';

/** One key of an order: a column, or an expression in parentheses. */
export interface OrderKey {
  readonly column: string;
  readonly descending: boolean;
  readonly nullable?: boolean;
}

/** The order of a list. Its last key is unique and never null; nulls of the others come last both ways. */
export type Order = readonly OrderKey[];

/** The order that a `sort` asks for: its keys are columns, ties go by `id` in the first key's direction. */
export const orderOf = <const K extends string>(
  sort: readonly SortBy<K>[],
  nullable: ReadonlySet<K> = new Set(),
): Order => [
  ...sort.map(({ key, descending }) => ({ column: key, descending, nullable: nullable.has(key) })),
  { column: 'id', descending: sort[0]?.descending === true },
];

export const orderBy = (order: Order): string => order.map(nullsLast).join(', ');

/** The rows of `table` where all of `terms` hold, in an order. */
export interface ListSql {
  readonly table: string;
  readonly terms: readonly string[];
  readonly order: Order;
}

/** The whole rows of a page. `values` has those of the terms. */
export const cutSql = ({ table, terms, order }: ListSql, place: PlaceInList, values: SqlValues): string =>
  cutParts(
    order,
    (region, rows) =>
      `SELECT * FROM ${table} WHERE ${allOf([...region.terms, ...terms])} ORDER BY ${region.order} ${rows}`,
    place,
    values,
  );

/** The statement of the rows of one part, in its order; `rows` is how many. */
export type PartSql = (region: Region, rows: string) => string;

/**
 * The rows of a page, of parts that `part` tells. Limits stand in the text: as a parameter the planner would guess a
 * tenth of the table, and sort all of it.
 */
export const cutParts = (
  order: Order,
  part: PartSql,
  { after, limit, offset }: PlaceInList,
  values: SqlValues,
): string => {
  const regions = regionsOf(order, after, values);
  const [first, ...others] = regions;
  if (!first) throw new Error('a list has a part');
  const window = `LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(offset)}`;
  if (others.length === 0) return part(first, window);
  const parts = regions.map((region) => `(${part(region, `LIMIT ${Math.trunc(limit + offset)}`)})`);
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) parts ORDER BY ${orderBy(order)} ${window}`;
};

/** A part of a list: the rows where `terms` hold, in the order in which an index has them. */
export interface Region {
  readonly terms: readonly string[];
  readonly order: string;
}

type Place = readonly SortValue[];

/**
 * The parts that a list consists of, one after the other, from the place `after` on. There is one, unless the first key
 * may be null: no index has nulls last in both directions, so those without it are a part of their own, in the order of
 * the next key. In each part the leading condition bounds the index, however deep the place.
 */
export const regionsOf = (order: Order, after: Place | undefined, values: SqlValues): Region[] => {
  const partsOf = (keys: Order, place: Place | undefined, empty: Order): Region[] => {
    const nulls = empty.map(({ column }) => `${column} IS NULL`);
    const [first, ...rest] = keys;
    if (!first) throw new Error('an order has a key');
    if (rest.length === 0) {
      // The null key stays in the order: an index on it has the ids of its nulls in their order.
      const text = [...empty.slice(-1), first].map(({ column }) => `${column}${direction(first)}`).join(', ');
      return [{ terms: [...nulls, ...(place ? [afterTerm(keys, place, values)] : [])], order: text }];
    }
    const text = [`${first.column}${direction(first)}`, ...rest.map(nullsLast)].join(', ');
    if (!first.nullable)
      return [{ terms: [...nulls, ...(place ? [pastPlace(keys, place, values)] : [])], order: text }];
    if (place?.[0] === null) return partsOf(rest, place.slice(1), [...empty, first]);
    const present = {
      terms: [...nulls, place ? pastPlace(keys, place, values) : `${first.column} IS NOT NULL`],
      order: text,
    };
    return [present, ...partsOf(rest, undefined, [...empty, first])];
  };
  return partsOf(order, after, []);
};

/** Past a place whose first value is not null: a condition that an index on the first key begins at. */
export const pastPlace = (keys: Order, place: Place, values: SqlValues): string => {
  const [first, ...rest] = keys;
  if (!first) throw new Error('an order has a key');
  if (rest.every(({ nullable, descending }) => !nullable && descending === first.descending)) {
    return (
      `(${keys.map(({ column }) => column).join(', ')}) ${past(first)} ` +
      `(${place.map((value) => values.add(value)).join(', ')})`
    );
  }
  const [value, sign] = [values.add(place[0]), past(first)];
  const { column } = first;
  return `${column} ${sign}= ${value} AND (${column} ${sign} ${value} OR (${column} = ${value}
    AND ${afterTerm(rest, place.slice(1), values)}))`;
};

/** Past a place by the keys that are left. */
const afterTerm = (keys: Order, place: Place, values: SqlValues): string => {
  const [first, ...rest] = keys;
  if (!first) throw new Error('an order has a key');
  const [value] = place;
  const { column } = first;
  if (rest.length === 0) return `${column} ${past(first)} ${values.add(value)}`;
  if (value === null) return `(${column} IS NULL AND ${afterTerm(rest, place.slice(1), values)})`;
  const parameter = values.add(value);
  const orNull = first.nullable ? ` OR ${column} IS NULL` : '';
  return `(${column} ${past(first)} ${parameter}${orNull} OR (${column} = ${parameter}
    AND ${afterTerm(rest, place.slice(1), values)}))`;
};

export const allOf = (terms: readonly string[]): string => (terms.length === 0 ? 'true' : terms.join(' AND '));

const past = ({ descending }: OrderKey): string => (descending ? '<' : '>');
const direction = ({ descending }: OrderKey): string => (descending ? ' DESC' : '');
const nullsLast = (key: OrderKey): string => `${key.column}${direction(key)}${key.nullable ? ' NULLS LAST' : ''}`;
