import { allOf, type PartSql, type PlaceInList, type Sql, SqlValues } from '@cds/postgres';
import type { CatchFilter } from '../catch-filter.js';
import { estimableTerms, inestimableTerms } from '../catch-filter.sql.js';
import { COLUMNS, cutPage } from './cut-page.sql.js';

/**
 * The rows of a page, looked for among the first `window` that the estimable conditions let through. Less than a page
 * says nothing of the rows beyond them.
 */
export const windowPageSql = (filter: CatchFilter, place: PlaceInList, window: number): Sql => {
  const values = new SqlValues();
  const [estimable, inestimable] = [estimableTerms(filter, values), inestimableTerms(filter, values, 'walked')];
  const part: PartSql = ({ terms, order }, rows) =>
    `SELECT ${COLUMNS} FROM (SELECT ${COLUMNS} FROM catches WHERE ${allOf([...terms, ...estimable])}
      ORDER BY ${order} LIMIT ${Math.trunc(window)}) walked
     WHERE ${allOf(inestimable)} ORDER BY ${order} ${rows}`;
  return { text: cutPage(part, filter, place, values), values: values.values };
};
