import { allOf, type PlaceInList, type Sql, SqlValues } from '@cds/postgres';
import { NAMED_CATCH_COLUMNS } from '../catch-columns.js';
import type { CatchFilter } from '../catch-filter.js';
import { catchTerms, tombstoneTerms } from '../catch-filter.sql.js';

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
