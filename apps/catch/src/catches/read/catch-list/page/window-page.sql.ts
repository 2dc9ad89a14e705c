import { allOf, type PartSql, type PlaceInList, regionsOf, type Sql, SqlValues } from '@cds/postgres';
import type { CatchFilter } from '../catch-filter.js';
import { estimableTerms, inestimableTerms } from '../catch-filter.sql.js';
import { catchOrder } from '../catch-order.sql.js';
import { COLUMNS, cutPage } from './cut-page.sql.js';

/**
 * The rows of a page, looked for among the first `window` that the estimable conditions let through. Less than a page
 * says nothing of the rows beyond them, and neither does a row with `is_beyond`: it has no value of the sort key, and
 * those that have one are more than the window.
 */
export const windowPageSql = (filter: CatchFilter, place: PlaceInList, window: number): Sql => {
  const values = new SqlValues();
  const [estimable, inestimable] = [estimableTerms(filter, values), inestimableTerms(filter, values, 'walked')];
  const part: PartSql = ({ terms, order }, rows) =>
    `SELECT ${COLUMNS} FROM (SELECT ${COLUMNS} FROM catches WHERE ${allOf([...terms, ...estimable])}
      ORDER BY ${order} LIMIT ${Math.trunc(window)}) walked
     WHERE ${allOf(inestimable)} ORDER BY ${order} ${rows}`;
  const isBeyond = isBeyondTerm(filter, place, window, values);
  return { text: cutPage(part, filter, place, values, [`${isBeyond} AS is_beyond`]), values: values.values };
};

/** PostgreSQL looks at the values once, and only where the page has a row without one. */
const isBeyondTerm = (filter: CatchFilter, { after }: PlaceInList, window: number, values: SqlValues): string => {
  const order = catchOrder(filter.query.sort);
  const [key] = order;
  if (!key?.nullable || after?.[0] === null) return 'false';
  const [valued] = regionsOf(order, after, values);
  if (!valued) throw new Error('a list has a part');
  const terms = [...valued.terms, ...estimableTerms(filter, values)];
  return `c.${key.column} IS NULL AND EXISTS (SELECT FROM catches WHERE ${allOf(terms)}
    ORDER BY ${valued.order} OFFSET ${Math.trunc(window)} LIMIT 1)`;
};
