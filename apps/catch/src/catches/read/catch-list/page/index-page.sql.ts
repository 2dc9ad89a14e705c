import { allOf, type PartSql, type PlaceInList, prepared, type Sql, SqlValues } from '@cds/postgres';
import type { CatchFilter } from '../catch-filter.js';
import { catchTerms } from '../catch-filter.sql.js';
import { keptTotal } from './catch-total.sql.js';
import { COLUMNS, cutPage } from './cut-page.sql.js';
import type { PageRow } from './page-row.js';

/** A row of a page that may have the number of all that match. */
export type CountedRow = PageRow & { readonly list_total?: number };

/** The rows of a page, each with its angler's name, and with the kept total (`isTotalKept`) where that is wanted. */
export const indexPageSql = (filter: CatchFilter, place: PlaceInList, hasTotal = false): Sql => {
  const values = new SqlValues();
  const terms = catchTerms(filter, values);
  const part: PartSql = (region, rows) =>
    `SELECT ${COLUMNS} FROM catches WHERE ${allOf([...region.terms, ...terms])} ORDER BY ${region.order} ${rows}`;
  const total = hasTotal ? [`${keptTotal(filter, values)} AS list_total`] : [];
  return { text: cutPage(part, filter, place, values, total), values: values.values };
};

/** The same as a named statement where its text is one of a closed list (ADR 38). */
export const namedIndexPageSql = (filter: CatchFilter, place: PlaceInList, hasTotal = false): Sql => {
  const sql = indexPageSql(filter, place, hasTotal);
  return isPlain(filter, place) ? prepared(sql) : sql;
};

/** Lengths of pages that clients commonly ask for. A limit stands in the text, so each is a statement of its own. */
const COMMON_LENGTHS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

/**
 * Pages with one plan whatever the values are, few in shape and requested all the time: each connection plans them
 * once. The texts are a closed list: sort keys in both directions, times common lengths, with one species or
 * without, with the total or without.
 */
const isPlain = ({ query, speciesIds = [] }: CatchFilter, { offset, after }: PlaceInList): boolean => {
  const {
    sort,
    page: _page,
    per_page: perPage,
    total: _total,
    units: _units,
    fields: _fields,
    expand: _expand,
    species: _species,
    ...filters
  } = query;
  const isUnfiltered = Object.values(filters).every((value) => value === undefined);
  return (
    isUnfiltered &&
    COMMON_LENGTHS.has(perPage) &&
    sort.length === 1 &&
    offset === 0 &&
    after === undefined &&
    (speciesIds.length === 0 || (speciesIds.length === 1 && sort[0]?.key === 'created_at'))
  );
};
