import type { SortBy, SortValue } from '@cds/service-kit';
import type { SortKey } from './catch-list.schemas.js';
import type { SqlValues } from './sql-values.js';

const NULLABLE: ReadonlySet<SortKey> = new Set(['length_in', 'depth_ft']);

type Sort = readonly SortBy<SortKey>[];

/** Nulls last both ways; ties by id in the first key's direction. */
export const orderBy = (sort: Sort): string => [...sort.map(nullsLast), `id${direction(sort[0]?.descending)}`].join(', ');

/** A part of a list: the rows where `terms` hold, in the order in which an index has them. */
export interface Region {
  readonly terms: readonly string[];
  readonly order: string;
}

/**
 * The parts that a list consists of, one after the other, from the place `after` on (sort values, then the id). There is
 * one, unless the first key may be null: no index has nulls last in both directions, so those without it are a part of
 * their own, in the order of the next key. In each part the leading condition bounds the index, however deep the place.
 */
export const regionsOf = (sort: Sort, after: readonly SortValue[] | undefined, values: SqlValues): Region[] => {
  const idDirection = direction(sort[0]?.descending);
  const partsOf = (keys: Sort, place: readonly SortValue[] | undefined, empty: readonly SortKey[]): Region[] => {
    const nulls = empty.map((key) => `${key} IS NULL`);
    const [first, ...rest] = keys;
    const beyond = { values, idDirection };
    if (!first) {
      // The null key stays in the order: an index on it has the ids of its nulls in their order.
      const order = [...empty.slice(-1), 'id'].map((key) => `${key}${idDirection}`).join(', ');
      return [{ terms: [...nulls, ...(place ? [afterTerm([], place, beyond)] : [])], order }];
    }
    const order = [`${first.key}${direction(first.descending)}`, ...rest.map(nullsLast), `id${idDirection}`].join(', ');
    if (!NULLABLE.has(first.key)) return [{ terms: [...nulls, ...(place ? [firstTerm(keys, place, beyond)] : [])], order }];
    if (place?.[0] === null) return partsOf(rest, place.slice(1), [...empty, first.key]);
    const present = { terms: [...nulls, place ? firstTerm(keys, place, beyond) : `${first.key} IS NOT NULL`], order };
    return [present, ...partsOf(rest, undefined, [...empty, first.key])];
  };
  return partsOf(sort, after, []);
};

interface Beyond {
  readonly values: SqlValues;
  readonly idDirection: string;
}

/** Past a place whose first value is not null: a condition that an index on the first key begins at. */
const firstTerm = (keys: Sort, place: readonly SortValue[], beyond: Beyond): string => {
  const [first, ...rest] = keys;
  if (!first) throw new Error('an order has a key');
  const value = beyond.values.add(place[0]);
  if (rest.length === 0 && direction(first.descending) === beyond.idDirection) {
    return `(${first.key}, id) ${past(first.descending)} (${value}, ${beyond.values.add(place[1])})`;
  }
  const sign = past(first.descending);
  return `${first.key} ${sign}= ${value} AND (${first.key} ${sign} ${value} OR (${first.key} = ${value} AND ${afterTerm(rest, place.slice(1), beyond)}))`;
};

/** Past a place by the keys that are left, the id in the end. */
const afterTerm = (keys: Sort, place: readonly SortValue[], beyond: Beyond): string => {
  const [first, ...rest] = keys;
  const [value] = place;
  if (!first) return `id ${beyond.idDirection === '' ? '>' : '<'} ${beyond.values.add(value)}`;
  if (value === null) return `(${first.key} IS NULL AND ${afterTerm(rest, place.slice(1), beyond)})`;
  const parameter = beyond.values.add(value);
  const orNull = NULLABLE.has(first.key) ? ` OR ${first.key} IS NULL` : '';
  return `(${first.key} ${past(first.descending)} ${parameter}${orNull} OR (${first.key} = ${parameter} AND ${afterTerm(rest, place.slice(1), beyond)}))`;
};

const past = (descending: boolean): string => (descending ? '<' : '>');
const direction = (descending: boolean | undefined): string => (descending ? ' DESC' : '');
const nullsLast = ({ key, descending }: SortBy<SortKey>): string => `${key}${direction(descending)}${NULLABLE.has(key) ? ' NULLS LAST' : ''}`;
