import {
  allOf,
  type Order,
  orderBy,
  pastPlace,
  type Sql,
  SqlValues,
  type PlaceInList,
  type SortValue,
} from '@cds/postgres';
import type pg from 'pg';
import { estimableTerms } from '../catch-filter.sql.js';
import type { CatchFilter } from '../catch-filter.js';
import { NAMED_CATCH_COLUMNS } from '../catch-columns.js';
import { catchOrder } from '../catch-order.sql.js';
import type { PageRow } from './page-row.js';

type Key = Order[number];
type Found = { readonly id: string } & Readonly<Record<string, SortValue | Date>>;

/** The keys before the current one, in which all rows that are read have these values. */
type Settled = readonly { readonly column: string; readonly value: SortValue }[];

/**
 * Reads the rows of a page in an order of several keys. No index has such an order, and to sort all rows that tie in
 * the first key takes longer the more there are. So rows are read in the order of one key at a time. Ties that the end
 * of the page cuts are read again in the order of the next key, among these ties alone: there the planner knows whether
 * to sort them or to walk the index of that key. `tx` must read one snapshot, or rows that are written between two
 * statements would be missed or read twice.
 */
export class MultiKeyRows {
  private readonly order: Order;
  private readonly columns: string;

  constructor(
    private readonly tx: pg.ClientBase,
    private readonly filter: CatchFilter,
  ) {
    this.order = catchOrder(filter.query.sort);
    this.columns = [...new Set(this.order.map(({ column }) => column))].join(', ');
  }

  async read({ after, limit, offset }: PlaceInList): Promise<readonly PageRow[]> {
    const found = await this.take(this.order, [], after, offset + limit);
    const ids = found.slice(offset).map(({ id }) => id);
    return (await this.tx.query<PageRow>(namedRowsSql(ids, this.order))).rows;
  }

  /** The first `count` rows past a place, of those that have the settled values. */
  private async take(
    keys: Order,
    settled: Settled,
    place: readonly SortValue[] | undefined,
    count: number,
  ): Promise<Found[]> {
    const [key, ...rest] = keys;
    if (!key || count === 0) return [];
    if (!place || rest.length === 0) return this.takeFirst(key, rest, settled, place, count);
    const [value = null, ...behind] = place;
    const equal = await this.take(rest, [...settled, { column: key.column, value }], behind, count);
    if (value === null || equal.length === count) return equal;
    return [...equal, ...(await this.takeFirst(key, rest, settled, [value], count - equal.length))];
  }

  /**
   * The first rows past a value of one key. One row more is read, which shows whether the end of the page cuts ties.
   */
  private async takeFirst(
    key: Key,
    rest: Order,
    settled: Settled,
    past: readonly SortValue[] | undefined,
    count: number,
  ): Promise<Found[]> {
    const rows = await this.rows(key, rest, settled, past, count + 1);
    const [last, beyond] = [rows[count - 1]?.[key.column], rows[count]?.[key.column]];
    if (beyond === undefined)
      return [
        ...rows,
        ...(key.nullable
          ? await this.take(rest, [...settled, { column: key.column, value: null }], undefined, count - rows.length)
          : []),
      ];
    if (rest.length === 0 || valueOf(last) !== valueOf(beyond)) return rows.slice(0, count);
    const before = rows.filter((row) => valueOf(row[key.column]) !== valueOf(beyond));
    return [
      ...before,
      ...(await this.take(
        rest,
        [...settled, { column: key.column, value: valueOf(beyond) }],
        undefined,
        count - before.length,
      )),
    ];
  }

  private async rows(
    key: Key,
    rest: Order,
    settled: Settled,
    past: readonly SortValue[] | undefined,
    count: number,
  ): Promise<Found[]> {
    return (await this.tx.query<Found>(this.sql(key, rest, settled, past, count))).rows;
  }

  /** In the order of one key alone, which its index has. Ties are sorted once they are read. */
  private sql(key: Key, rest: Order, settled: Settled, past: readonly SortValue[] | undefined, count: number): Sql {
    const values = new SqlValues();
    const equal = settled.map(({ column, value }) =>
      value === null ? `${column} IS NULL` : `${column} = ${values.add(value)}`,
    );
    const from = past ? [pastPlace([key], past, values)] : key.nullable ? [`${key.column} IS NOT NULL`] : [];
    const terms = allOf([...equal, ...from, ...estimableTerms(this.filter, values)]);
    const walked = `SELECT ${this.columns} FROM catches WHERE ${terms}
      ORDER BY ${key.column} ${key.descending ? 'DESC' : 'ASC'} LIMIT ${Math.trunc(count)}`;
    return {
      text:
        rest.length === 0
          ? walked
          : `SELECT ${this.columns} FROM (${walked}) walked ORDER BY ${orderBy([key, ...rest])}`,
      values: values.values,
    };
  }
}

const valueOf = (value: SortValue | Date | undefined): SortValue =>
  value instanceof Date ? value.toISOString() : (value ?? null);

/** The rows of these ids, each with its angler's name. */
const namedRowsSql = (ids: readonly string[], order: Order): Sql => ({
  text: `SELECT ${NAMED_CATCH_COLUMNS} FROM catches c LEFT JOIN anglers a ON a.id = c.angler_id WHERE c.id = ANY($1)
    ORDER BY ${orderBy(order.map((key) => ({ ...key, column: `c.${key.column}` })))}`,
  values: [ids],
});
