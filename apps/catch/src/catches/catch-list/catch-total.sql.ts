import { tierRank, VERIFICATION_TIERS } from '@cds/contracts';
import { allOf, type Sql, SqlValues } from '@cds/service-kit';
import type { WordMeaning } from '../catch-search/word-meaning.js';
import { catchTerms, tombstoneTerms } from './catch-filter.sql.js';
import type { CatchFilter } from './catch-filter.js';
import { otherTerm } from './word-term.sql.js';

/** The exact number of rows: from the kept counts where the filter is by species and tier alone, by counting where it is not. */
export const totalSql = (filter: CatchFilter): Sql => {
  if (isKept(filter, COUNTED)) return keptTotalSql(filter);
  const values = new SqlValues();
  const catches = `SELECT count(*) FROM catches WHERE ${allOf(catchTerms(filter, values))}`;
  if (!filter.query.include_deleted) return { text: `SELECT (${catches})::float8 AS total`, values: values.values };
  const tombstones = `SELECT count(*) FROM catch_tombstones WHERE ${allOf(tombstoneTerms(filter, values))}`;
  return { text: `SELECT ((${catches}) + (${tombstones}))::float8 AS total`, values: values.values };
};

const COUNTED: ReadonlySet<string> = new Set(['species', 'verification_tier', 'min_verification_tier']);
const SEARCHED: ReadonlySet<string> = new Set(['q']);
const NO_FILTERS: ReadonlySet<string> = new Set(['page', 'per_page', 'cursor', 'total', 'sort', 'fields', 'units', 'expand']);

const isKept = ({ query }: CatchFilter, filters: ReadonlySet<string>): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || filters.has(name) || NO_FILTERS.has(name));

const ALL_TIERS = -1;

/** In the counts '*' stands for all species and -1 for all tiers. */
const keptOf = (species: string, tiers: string): string => `coalesce((SELECT sum(count) FROM catch_counts WHERE species_id = ANY(${species}) AND verification_tier = ANY(${tiers})), 0)
  + coalesce((SELECT sum(delta) FROM catch_count_deltas
              WHERE (${species} = '{*}' OR species_id = ANY(${species})) AND (${tiers} = '{-1}' OR verification_tier = ANY(${tiers}))), 0)`;

const keptTotalSql = ({ speciesIds, query }: CatchFilter): Sql => ({
  text: `SELECT (${keptOf('$1', '$2')})::float8 AS total`,
  values: [speciesIds ? [...new Set(speciesIds)] : ['*'], ranksOf(query)],
});

/** The word of a search by one alone, with nothing else to filter by. */
const onlyWord = (filter: CatchFilter): WordMeaning | undefined => (filter.words.length === 1 && isKept(filter, SEARCHED) ? filter.words[0] : undefined);

/** Whether most of the total is kept: that of a word which means species. */
export const isMostlyKept = (filter: CatchFilter): boolean => (onlyWord(filter)?.speciesIds.length ?? 0) > 0;

/**
 * The total of a word that means species or regions, in parts of which the greatest need no row: counts of species are kept, and
 * add up as no catch is of two; regions are counted by their index. What fits for another reason is counted row by row.
 */
export const dividedTotalSql = (filter: CatchFilter): Sql | undefined => {
  const word = onlyWord(filter);
  if (!word || (word.speciesIds.length === 0 && word.regions.length === 0)) return undefined;
  const values = new SqlValues();
  const [species, regions] = [values.add(word.speciesIds), values.add(word.regions)];
  values.add([ALL_TIERS]);
  const count = (...terms: string[]) => `(SELECT count(*) FROM catches WHERE ${allOf(terms)})`;
  const ofBoth = word.speciesIds.length > 0 && word.regions.length > 0 ? ` - ${count(`species_id = ANY(${species})`, `region = ANY(${regions})`)}` : '';
  const others = count(otherTerm(word, filter.erasing, values), `species_id <> ALL(${species})`, `(region IS NULL OR region <> ALL(${regions}))`);
  const text = `SELECT (${keptOf(species, '$3')} + ${count(`region = ANY(${regions})`)}${ofBoth} + ${others})::float8 AS total`;
  return { text, values: values.values };
};

const ranksOf = ({ verification_tier: tiers, min_verification_tier: lowest }: CatchFilter['query']): number[] => {
  if (!tiers && !lowest) return [ALL_TIERS];
  const least = lowest ? tierRank(lowest) : 0;
  return [...new Set((tiers ?? VERIFICATION_TIERS).map(tierRank))].filter((rank) => rank >= least);
};
