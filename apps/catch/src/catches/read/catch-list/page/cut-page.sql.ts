import { cutParts, orderBy, type PartSql, type PlaceInList, type SqlValues } from '@cds/postgres';
import { CATCH_COLUMNS, NAMED_CATCH_COLUMNS } from '../catch-columns.js';
import type { CatchFilter } from '../catch-filter.js';
import { catchOrder } from '../catch-order.sql.js';

/** The columns of `catches`, for subqueries of a page. */
export const COLUMNS = CATCH_COLUMNS.join(', ');

/**
 * A page cut from parts of the list, each row with its angler's name and with `more` columns. Anglers are joined after
 * the page is cut.
 */
export const cutPage = (
  part: PartSql,
  { query: { sort } }: CatchFilter,
  place: PlaceInList,
  values: SqlValues,
  more: readonly string[] = [],
): string => {
  const order = catchOrder(sort);
  return `SELECT ${[NAMED_CATCH_COLUMNS, ...more].join(', ')} FROM (${cutParts(order, part, place, values)}) c
    LEFT JOIN anglers a ON a.id = c.angler_id
    ORDER BY ${orderBy(order)}`;
};
