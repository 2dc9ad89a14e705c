import { allOf, orderBy, type PlaceInList, regionsOf, type Sql, SqlValues } from '@cds/postgres';
import { NAMED_CATCH_COLUMNS } from '../catch-columns.js';
import type { CatchFilter } from '../catch-filter.js';
import { catchTerms } from '../catch-filter.sql.js';
import { catchOrder } from '../catch-order.sql.js';

/**
 * The rows of a page, each with `found`: how many match in the whole list, counted up to one more than `max`. Where the
 * page is empty there is one row, which has only that. All matches are found first and sorted then, whatever the
 * planner thinks of their number.
 */
export const gatherPageSql = (filter: CatchFilter, { after, limit, offset }: PlaceInList, max: number): Sql => {
  const values = new SqlValues();
  const { sort } = filter.query;
  const keys = catchOrder(sort);
  const order = orderBy(keys);
  const columns = [...new Set(['id', ...sort.map(({ key }) => key)])].join(', ');
  const fitting = `SELECT ${columns} FROM catches
    WHERE ${allOf(catchTerms(filter, values))} ${max === Infinity ? '' : `LIMIT ${Math.trunc(max) + 1}`}`;
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

/** How many rows the planner expects to match. Reads none. */
export const estimateSql = (filter: CatchFilter): Sql => {
  const values = new SqlValues();
  return {
    text: `EXPLAIN (FORMAT JSON) SELECT FROM catches WHERE ${allOf(catchTerms(filter, values))}`,
    values: values.values,
  };
};
