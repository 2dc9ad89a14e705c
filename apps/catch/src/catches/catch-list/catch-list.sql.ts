import { tierRank, VERIFICATION_TIERS } from '@cds/contracts';
import type { PlaceInList } from '@cds/service-kit';
import type { CatchFilter } from './catch-filter.js';
import { allOf, catchTerms, tombstoneTerms } from './catch-filter.sql.js';
import { orderBy, type Region, regionsOf } from './catch-order.sql.js';
import { type Sql, SqlValues } from './sql-values.js';

/**
 * The page's rows, each with its angler's name. Anglers are joined after the page is cut. Limits stand in the text: as a
 * parameter the planner would guess a tenth of the table, and sort all of it.
 */
export const pageSql = (filter: CatchFilter, place: PlaceInList): Sql => {
  const values = new SqlValues();
  const terms = catchTerms(filter, values);
  const { sort } = filter.query;
  const order = orderBy(sort);
  const regions = regionsOf(sort, place.after, values);
  return { text: `SELECT c.*, a.name AS angler_name, a.erased_at IS NOT NULL AS angler_erased FROM (${cut(regions, terms, order, place)}) c
LEFT JOIN anglers a ON a.id = c.angler_id ORDER BY ${order}`, values: values.values };
};

const cut = (regions: readonly Region[], terms: readonly string[], order: string, { limit, offset }: PlaceInList): string => {
  const part = (region: Region, rows: string) => `SELECT * FROM catches WHERE ${allOf([...region.terms, ...terms])} ORDER BY ${region.order} ${rows}`;
  const [first, ...others] = regions;
  if (!first) throw new Error('a list has a part');
  const window = `LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(offset)}`;
  if (others.length === 0) return part(first, window);
  const parts = regions.map((region) => `(${part(region, `LIMIT ${Math.trunc(limit + offset)}`)})`);
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) parts ORDER BY ${order} ${window}`;
};

/** The page's rows of catches and of tombstones, which have `tombstone` alone, by the time of their last change. */
export const deltaPageSql = (filter: CatchFilter, { after, limit, offset }: PlaceInList): Sql => {
  const values = new SqlValues();
  const isNewestFirst = filter.query.sort[0]?.descending === true;
  const direction = isNewestFirst ? 'DESC' : 'ASC';
  const place = after?.map((value) => values.add(value));
  const part = (table: string, at: string, terms: readonly string[]): string => {
    const beyond = place ? [`(${at}, id) ${isNewestFirst ? '<' : '>'} (${place.join(', ')})`] : [];
    return `(SELECT id, ${at} AS at FROM ${table} WHERE ${allOf([...beyond, ...terms])} ORDER BY ${at} ${direction}, id ${direction} LIMIT ${Math.trunc(limit + offset)})`;
  };
  const parts = [part('catches', 'updated_at', catchTerms(filter, values)), part('catch_tombstones', 'deleted_at', tombstoneTerms(filter, values))];
  return {
    text: `SELECT c.*, a.name AS angler_name, a.erased_at IS NOT NULL AS angler_erased, to_jsonb(t) AS tombstone
FROM (SELECT * FROM (${parts.join(' UNION ALL ')}) parts ORDER BY at ${direction}, id ${direction} LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(offset)}) page
LEFT JOIN catches c ON c.id = page.id LEFT JOIN catch_tombstones t ON t.id = page.id LEFT JOIN anglers a ON a.id = c.angler_id
ORDER BY page.at ${direction}, page.id ${direction}`,
    values: values.values,
  };
};

/**
 * The rows that fit among the `window` that follow an id, each with its angler's name; and on each, or on one that is empty
 * but for that, how many rows were looked at and the last one's id. Costs the same whatever the filter lets through.
 */
export const walkSql = (filter: CatchFilter, afterId: string, window: number): Sql => {
  const values = new SqlValues();
  const after = values.add(afterId);
  return {
    text: `WITH walked AS MATERIALIZED (SELECT * FROM catches WHERE id > ${after} ORDER BY id LIMIT ${Math.trunc(window)})
SELECT w.walked, w.last_id, c.*, a.name AS angler_name, a.erased_at IS NOT NULL AS angler_erased
FROM (SELECT count(*)::int AS walked, max(id) AS last_id FROM walked) w
LEFT JOIN (SELECT * FROM walked WHERE ${allOf(catchTerms(filter, values))}) c ON true LEFT JOIN anglers a ON a.id = c.angler_id ORDER BY c.id`,
    values: values.values,
  };
};

/** The exact number of rows: from the kept counts where the filter is by species and tier alone, else by counting. */
export const totalSql = (filter: CatchFilter): Sql => {
  if (isKept(filter)) return keptTotalSql(filter);
  const values = new SqlValues();
  const catches = `SELECT count(*) FROM catches WHERE ${allOf(catchTerms(filter, values))}`;
  if (!filter.query.include_deleted) return { text: `SELECT (${catches})::float8 AS total`, values: values.values };
  const tombstones = `SELECT count(*) FROM catch_tombstones WHERE ${allOf(tombstoneTerms(filter, values))}`;
  return { text: `SELECT ((${catches}) + (${tombstones}))::float8 AS total`, values: values.values };
};

const COUNTED: ReadonlySet<string> = new Set(['species', 'verification_tier', 'min_verification_tier']);
const NO_FILTERS: ReadonlySet<string> = new Set(['page', 'per_page', 'cursor', 'total', 'sort', 'fields', 'units', 'expand']);

const isKept = ({ query }: CatchFilter): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || COUNTED.has(name) || NO_FILTERS.has(name));

/** In the counts '*' stands for all species and -1 for all tiers. */
const keptTotalSql = ({ speciesIds, query }: CatchFilter): Sql => ({
  text: `SELECT (coalesce((SELECT sum(count) FROM catch_counts WHERE species_id = ANY($1) AND verification_tier = ANY($2)), 0)
  + coalesce((SELECT sum(delta) FROM catch_count_deltas
              WHERE ($1 = '{*}' OR species_id = ANY($1)) AND ($2 = '{-1}' OR verification_tier = ANY($2))), 0))::float8 AS total`,
  values: [speciesIds ? [...new Set(speciesIds)] : ['*'], ranksOf(query)],
});

const ranksOf = ({ verification_tier: tiers, min_verification_tier: lowest }: CatchFilter['query']): number[] => {
  if (!tiers && !lowest) return [-1];
  const least = lowest ? tierRank(lowest) : 0;
  return [...new Set((tiers ?? VERIFICATION_TIERS).map(tierRank))].filter((rank) => rank >= least);
};
