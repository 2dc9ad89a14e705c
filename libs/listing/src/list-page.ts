import { cursorEnvelope, type CursorEnvelope, type CursorPageQuery, placeInList } from './cursor-page.js';
import { allOf, cutSql, orderBy, type Order, type PlaceInList, type SortValue, SqlValues } from '@cds/postgres';
import type { Cursors, ListScope } from './cursors.js';

/** How a list is read. */
export interface ListSource<R> {
  /** The rows of a place in their order: with `limit` of them there is more than the page. */
  rows(place: PlaceInList): Promise<readonly R[]>;
  /** How many there are in all; asked on a list's first page alone. */
  total(): Promise<number>;
  /**
   * Both of the same moment: what is written in between would make them disagree. Without it they are asked for side by
   * side.
   */
  rowsWithTotal?(place: PlaceInList): Promise<{ rows: readonly R[]; total: number }>;
  /** Where a row stands in the order, unique by its last value. */
  sortValues(row: R): readonly SortValue[];
}

/**
 * The page of a list that a query asks for. `scope` is of `listScope`; a cursor of another one is the 400 that names
 * it.
 */
export const listPage = async <R>(
  cursors: Cursors,
  scope: ListScope,
  query: CursorPageQuery,
  source: ListSource<R>,
): Promise<CursorEnvelope<R>> => {
  const place = placeInList(cursors, scope, query);
  const { rows, total } = await read(source, place, place.total === undefined && query.total);
  return cursorEnvelope(rows, query, total, (last) => cursors.issue(scope, { after: source.sortValues(last), total }));
};

const read = async <R>(
  source: ListSource<R>,
  place: PlaceInList,
  isTotalWanted: boolean,
): Promise<{ rows: readonly R[]; total: number | undefined }> => {
  if (!isTotalWanted) return { rows: await source.rows(place), total: place.total };
  if (source.rowsWithTotal) return source.rowsWithTotal(place);
  const [rows, total] = await Promise.all([source.rows(place), source.total()]);
  return { rows, total };
};

/** A list that is the rows of one table. */
export interface TableList {
  readonly table: string;
  /** What is selected of each row of the page, which goes by the table's name. */
  readonly columns: string;
  /** What the page is joined with, row by row, once it is cut. */
  readonly joins?: string;
  /** The conditions on a row, which add their values. */
  readonly terms: (values: SqlValues) => readonly string[];
  readonly order: Order;
  /** Where the number of rows is known without counting them. */
  readonly total?: number;
  /** Where the rows are counted, which costs more than a page. Default: in the statement that reads the page. */
  readonly counter?: Database;
}

/** What runs a statement. */
export interface Database {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * `listPage` of a table's rows, which are read and counted by one statement unless they have a `counter`: an index on
 * the terms and the order makes every page cost the same.
 */
export const tablePage = <R extends object>(
  db: Database,
  cursors: Cursors,
  scope: ListScope,
  query: CursorPageQuery,
  list: TableList,
): Promise<CursorEnvelope<R>> =>
  listPage<R & Placed>(cursors, scope, query, {
    rows: (place) => run<R & Placed>(db, (values) => rowsSql(list, place, values)),
    total: async () => list.total ?? (list.counter ? countedIn(list.counter, list) : 0),
    ...(list.total === undefined &&
      list.counter === undefined && { rowsWithTotal: (place: PlaceInList) => rowsWithTotal<R>(db, list, place) }),
    sortValues: ({ place_in_order: place }) => place,
  });

interface Placed {
  readonly place_in_order: readonly SortValue[];
}

const countedIn = async (db: Database, list: TableList): Promise<number> =>
  (await run<{ total: number }>(db, (values) => totalSql(list, values)))[0]?.total ?? 0;

/** A list without rows on this page is one row with its total. */
type Counted<R> = (R & Placed & { readonly total_in_list: number }) | { place_in_order: null; total_in_list: number };

const rowsWithTotal = async <R>(
  db: Database,
  list: TableList,
  place: PlaceInList,
): Promise<{ rows: readonly (R & Placed)[]; total: number }> => {
  const counted = await run<Counted<R>>(db, (values) => rowsWithTotalSql(list, place, values));
  const rows = counted.flatMap((row) => (row.place_in_order === null ? [] : [row]));
  return { rows, total: counted[0]?.total_in_list ?? 0 };
};

const run = async <R>(db: Database, sql: (values: SqlValues) => string): Promise<R[]> => {
  const values = new SqlValues();
  const text = sql(values);
  return (await db.query(text, values.values)).rows as R[];
};

const rowsSql = (list: TableList, place: PlaceInList, values: SqlValues): string => {
  const { table, columns, joins = '', order } = list;
  const cut = cutSql({ table, terms: list.terms(values), order }, place, values);
  const placeInOrder = `jsonb_build_array(${order.map(({ column }) => column).join(', ')}) AS place_in_order`;
  // Numbered before the joins, whose columns may have the names of the order's.
  const page = `SELECT *, row_number() OVER (ORDER BY ${orderBy(order)}) AS place_in_page FROM (${cut}) ${table}`;
  return `SELECT ${columns}, ${placeInOrder}, place_in_page FROM (${page}) ${table} ${joins} ORDER BY place_in_page`;
};

const rowsWithTotalSql = (list: TableList, place: PlaceInList, values: SqlValues): string =>
  `SELECT page.*, counted.total AS total_in_list FROM (${totalSql(list, values)}) counted
  LEFT JOIN (${rowsSql(list, place, values)}) page ON true ORDER BY page.place_in_page`;

const totalSql = ({ table, terms }: TableList, values: SqlValues): string =>
  `SELECT count(*)::float8 AS total FROM ${table} WHERE ${allOf(terms(values))}`;
