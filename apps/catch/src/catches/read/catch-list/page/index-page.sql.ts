import { allOf, type PartSql, type PlaceInList, prepared, type Sql, SqlValues } from '@cds/postgres';
import type { CatchFilter } from '../catch-filter.js';
import { catchTerms } from '../catch-filter.sql.js';
import { COLUMNS, cutPage } from './cut-page.sql.js';

/** The rows of a page, each with its angler's name. */
export const indexPageSql = (filter: CatchFilter, place: PlaceInList): Sql => {
  const values = new SqlValues();
  const terms = catchTerms(filter, values);
  const part: PartSql = (region, rows) =>
    `SELECT ${COLUMNS} FROM catches WHERE ${allOf([...region.terms, ...terms])} ORDER BY ${region.order} ${rows}`;
  return { text: cutPage(part, filter, place, values), values: values.values };
};

/** The same as a named statement where its text is one of a closed list (ADR 38). */
export const namedIndexPageSql = (filter: CatchFilter, place: PlaceInList): Sql => {
  const sql = indexPageSql(filter, place);
  return isPlain(filter, place) ? prepared(sql) : sql;
};

/** Lengths of pages that clients commonly ask for. A limit stands in the text, so each is a statement of its own. */
const COMMON_LENGTHS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

/**
 * Pages with one plan whatever the values are, few in shape and requested all the time: each connection plans them
 * once. The texts are a closed list: sort keys in both directions, times common lengths, with one species or without.
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
