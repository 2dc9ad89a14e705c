import {
  allOf,
  cutParts,
  type Order,
  orderBy,
  type PartSql,
  regionsOf,
  type Sql,
  SqlValues,
  type PlaceInList,
} from '@cds/postgres';
import { CATCH_COLUMNS, NAMED_CATCH_COLUMNS } from './catch-columns.js';
import type { CatchFilter } from './catch-filter.js';
import { catchTerms, estimableTerms, tombstoneTerms, inestimableTerms } from './catch-filter.sql.js';
import { catchOrder } from './catch-order.sql.js';

const COLUMNS = CATCH_COLUMNS.join(', ');

/** The rows of these ids, each with its angler's name. */
export const namedRowsSql = (ids: readonly string[], order: Order): Sql => ({
  text: `SELECT ${NAMED_CATCH_COLUMNS} FROM catches c LEFT JOIN anglers a ON a.id = c.angler_id WHERE c.id = ANY($1)
    ORDER BY ${orderBy(order.map((key) => ({ ...key, column: `c.${key.column}` })))}`,
  values: [ids],
});

/** The page's rows, each with its angler's name. Anglers are joined after the page is cut. */
export const pageSql = (filter: CatchFilter, place: PlaceInList): Sql => {
  const values = new SqlValues();
  const terms = catchTerms(filter, values);
  const part: PartSql = (region, rows) =>
    `SELECT ${COLUMNS} FROM catches WHERE ${allOf([...region.terms, ...terms])} ORDER BY ${region.order} ${rows}`;
  return { text: cutPage(part, filter, place, values), values: values.values };
};

/**
 * The same rows, looked for among the first `window` that the estimable conditions let through: fast where many fit,
 * and no more than that where few do. Fewer than a page of them tells nothing of those beyond.
 */
export const windowSql = (filter: CatchFilter, place: PlaceInList, window: number): Sql => {
  const values = new SqlValues();
  const [estimable, inestimable] = [estimableTerms(filter, values), inestimableTerms(filter, values, 'walked')];
  const part: PartSql = ({ terms, order }, rows) =>
    `SELECT ${COLUMNS} FROM (SELECT ${COLUMNS} FROM catches WHERE ${allOf([...terms, ...estimable])}
      ORDER BY ${order} LIMIT ${Math.trunc(window)}) walked
     WHERE ${allOf(inestimable)} ORDER BY ${order} ${rows}`;
  return { text: cutPage(part, filter, place, values), values: values.values };
};

const cutPage = (part: PartSql, { query: { sort } }: CatchFilter, place: PlaceInList, values: SqlValues): string => {
  const order = catchOrder(sort);
  return `SELECT ${NAMED_CATCH_COLUMNS} FROM (${cutParts(order, part, place, values)}) c
    LEFT JOIN anglers a ON a.id = c.angler_id
    ORDER BY ${orderBy(order)}`;
};

/**
 * The same rows, each with `found`: how many fit in the whole list, counted up to one more than `most`. Where the page
 * is empty there is one row, which shows only that. All that fit are found first and sorted then, whatever the
 * planner thinks of their number.
 */
export const gatherSql = (filter: CatchFilter, { after, limit, offset }: PlaceInList, most: number): Sql => {
  const values = new SqlValues();
  const { sort } = filter.query;
  const keys = catchOrder(sort);
  const order = orderBy(keys);
  const columns = [...new Set(['id', ...sort.map(({ key }) => key)])].join(', ');
  const fitting = `SELECT ${columns} FROM catches
    WHERE ${allOf(catchTerms(filter, values))} ${most === Infinity ? '' : `LIMIT ${Math.trunc(most) + 1}`}`;
  const beyond = regionsOf(keys, after, values).map(({ terms }) => allOf(terms));
  return {
    text: `WITH fitting AS MATERIALIZED (${fitting})
SELECT f.found, ${NAMED_CATCH_COLUMNS} FROM (SELECT count(*)::float8 AS found FROM fitting) f
LEFT JOIN (SELECT id FROM fitting WHERE (${beyond.join(') OR (')})
  ORDER BY ${order} LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(offset)}) page ON true
LEFT JOIN catches c ON c.id = page.id LEFT JOIN anglers a ON a.id = c.angler_id ORDER BY ${order}`,
    values: values.values,
  };
};

/** What the planner thinks of all that fit; nothing is read. */
export const estimateSql = (filter: CatchFilter): Sql => {
  const values = new SqlValues();
  return {
    text: `EXPLAIN (FORMAT JSON) SELECT FROM catches WHERE ${allOf(catchTerms(filter, values))}`,
    values: values.values,
  };
};

/** A `StoredTombstone`; null where the page has a catch. */
const TOMBSTONE = `CASE WHEN t.id IS NOT NULL THEN jsonb_build_object('id', t.id, 'account_id', t.account_id,
  'angler_id', t.angler_id, 'version', t.version, 'deleted_at', t.deleted_at) END`;

/** The page's rows of catches and of tombstones, which have `tombstone` alone, by the time of their last change. */
export const deltaPageSql = (filter: CatchFilter, { after, limit, offset }: PlaceInList): Sql => {
  const values = new SqlValues();
  const isNewestFirst = filter.query.sort[0]?.descending === true;
  const direction = isNewestFirst ? 'DESC' : 'ASC';
  const place = after?.map((value) => values.add(value));
  const part = (table: string, at: string, terms: readonly string[]): string => {
    const beyond = place ? [`(${at}, id) ${isNewestFirst ? '<' : '>'} (${place.join(', ')})`] : [];
    return `(SELECT id, ${at} AS at FROM ${table} WHERE ${allOf([...beyond, ...terms])}
      ORDER BY ${at} ${direction}, id ${direction} LIMIT ${Math.trunc(limit + offset)})`;
  };
  const parts = [
    part('catches', 'updated_at', catchTerms(filter, values)),
    part('catch_tombstones', 'deleted_at', tombstoneTerms(filter, values)),
  ];
  return {
    text: `SELECT ${NAMED_CATCH_COLUMNS}, ${TOMBSTONE} AS tombstone
FROM (SELECT id, at FROM (${parts.join(' UNION ALL ')}) parts
  ORDER BY at ${direction}, id ${direction} LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(offset)}) page
LEFT JOIN catches c ON c.id = page.id LEFT JOIN catch_tombstones t ON t.id = page.id LEFT
  JOIN anglers a ON a.id = c.angler_id
ORDER BY page.at ${direction}, page.id ${direction}`,
    values: values.values,
  };
};

/**
 * The rows that fit among the `window` that follow an id, each with its angler's name; and on each, or on one that is
 * empty but for that, how many rows were looked at and the last one's id. Costs the same whatever the filter lets
 * through.
 */
export const walkSql = (filter: CatchFilter, afterId: string, window: number): Sql => {
  const values = new SqlValues();
  const after = values.add(afterId);
  return {
    text: `WITH walked AS MATERIALIZED (SELECT ${COLUMNS} FROM catches WHERE id > ${after}
      ORDER BY id LIMIT ${Math.trunc(window)})
SELECT w.walked, w.last_id, ${NAMED_CATCH_COLUMNS}
FROM (SELECT count(*)::int AS walked, max(id) AS last_id FROM walked) w
LEFT JOIN (SELECT ${COLUMNS} FROM walked WHERE ${allOf(catchTerms(filter, values, 'walked'))}) c ON true LEFT
  JOIN anglers a ON a.id = c.angler_id ORDER BY c.id`,
    values: values.values,
  };
};
