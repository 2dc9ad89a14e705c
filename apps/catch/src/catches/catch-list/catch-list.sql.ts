import { tierRank, type VerificationTier } from '@cds/contracts';
import type { SortBy, SortKey } from './catch-list.schemas.js';

/** Filters of a list, with species already known by id. Weights are inclusive, in pounds. */
export interface CatchFilter {
  speciesIds: readonly string[] | undefined;
  tiers: readonly VerificationTier[] | undefined;
  minWeightLbs: number | undefined;
  maxWeightLbs: number | undefined;
}

export interface Sql {
  text: string;
  values: unknown[];
}

/**
 * The page's rows, each with its angler's name. Anglers are joined after the page is cut. The limit stands in the text:
 * as a parameter the planner would guess a tenth of the table, and sort all of it.
 */
export const pageSql = (filter: CatchFilter, sort: readonly SortBy[], limit: number, offset: number): Sql => {
  const { text, values } = where(filter);
  const order = orderBy(sort);
  return {
    text: `SELECT c.*, a.name AS angler_name
FROM (SELECT * FROM catches WHERE ${text} ORDER BY ${order} LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(offset)}) c
LEFT JOIN anglers a ON a.id = c.angler_id ORDER BY ${order}`,
    values,
  };
};

/** The exact number of rows: from the kept counts where the filter is by species and tier alone, else by counting. */
export const totalSql = (filter: CatchFilter): Sql => {
  const { text, values } = where(filter);
  if (filter.minWeightLbs === undefined && filter.maxWeightLbs === undefined) return keptTotalSql(filter);
  return { text: `SELECT count(*)::float8 AS total FROM catches WHERE ${text}`, values };
};

/** In the counts '*' stands for all species and -1 for all tiers. */
const keptTotalSql = ({ speciesIds, tiers }: CatchFilter): Sql => ({
  text: `SELECT (coalesce((SELECT sum(count) FROM catch_counts WHERE species_id = ANY($1) AND verification_tier = ANY($2)), 0)
  + coalesce((SELECT sum(delta) FROM catch_count_deltas
              WHERE ($1 = '{*}' OR species_id = ANY($1)) AND ($2 = '{-1}' OR verification_tier = ANY($2))), 0))::float8 AS total`,
  values: [speciesIds ? [...new Set(speciesIds)] : ['*'], tiers ? [...new Set(tiers.map(tierRank))] : [-1]],
});

const where = ({ speciesIds, tiers, minWeightLbs, maxWeightLbs }: CatchFilter): Sql => {
  const terms = ['true'];
  const values: unknown[] = [];
  const add = (term: (parameter: string) => string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    terms.push(term(`$${values.length}`));
  };
  const [species, ...others] = speciesIds ?? [];
  // With one species the index on species and time gives the order as well.
  if (others.length === 0) add((p) => `species_id = ${p}`, species);
  else add((p) => `species_id = ANY(${p})`, speciesIds);
  add((p) => `verification_tier = ANY(${p})`, tiers?.map(tierRank));
  add((p) => `weight_lbs >= ${p}`, minWeightLbs);
  add((p) => `weight_lbs <= ${p}`, maxWeightLbs);
  return { text: terms.join(' AND '), values };
};

const NULLABLE: ReadonlySet<SortKey> = new Set(['length_in', 'depth_ft']);

/** Nulls last both ways; ties by id in the first key's direction. */
const orderBy = (sort: readonly SortBy[]): string => {
  const terms = sort.map(({ key, descending }) => `${key}${descending ? ' DESC' : ''}${NULLABLE.has(key) ? ' NULLS LAST' : ''}`);
  return [...terms, sort[0]?.descending ? 'id DESC' : 'id'].join(', ');
};
