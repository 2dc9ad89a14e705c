import { tierRank, VERIFICATION_TIERS } from '@cds/contracts';
import { allOf, type Sql, SqlValues } from '@cds/postgres';
import type { WordMeaning } from '../../catch-search/word-meaning.js';
import { catchTerms, tombstoneTerms } from '../catch-filter.sql.js';
import type { CatchFilter } from '../catch-filter.js';
import { wordTerm } from '../word-term.sql.js';

/** The exact number of matches: read from kept counts where only species and tiers are filtered, else counted. */
export const totalSql = (filter: CatchFilter): Sql => {
  if (isTotalKept(filter)) return keptTotalSql(filter);
  const values = new SqlValues();
  const catches = `SELECT count(*) FROM catches WHERE ${allOf(catchTerms(filter, values))}`;
  if (!filter.query.include_deleted) return { text: `SELECT (${catches})::float8 AS total`, values: values.values };
  const tombstones = `SELECT count(*) FROM catch_tombstones WHERE ${allOf(tombstoneTerms(filter, values))}`;
  return { text: `SELECT ((${catches}) + (${tombstones}))::float8 AS total`, values: values.values };
};

const COUNTED: ReadonlySet<string> = new Set(['species', 'verification_tier', 'min_verification_tier']);
const SEARCHED: ReadonlySet<string> = new Set(['q']);
const NO_FILTERS: ReadonlySet<string> = new Set([
  'page',
  'per_page',
  'cursor',
  'total',
  'sort',
  'fields',
  'units',
  'expand',
]);

/** Whether the total is read from kept counts. The text of that statement is always the same. */
export const isTotalKept = (filter: CatchFilter): boolean => isKept(filter, COUNTED);

const isKept = ({ query }: CatchFilter, filters: ReadonlySet<string>): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || filters.has(name) || NO_FILTERS.has(name));

const ALL_TIERS = -1;

/** In `catch_counts` '*' stands for all species, and `ALL_TIERS` for all tiers. */
const keptOf = (species: string, tiers: string): string => `coalesce((SELECT sum(count) FROM catch_counts
  WHERE species_id = ANY(${species}) AND verification_tier = ANY(${tiers})), 0)
  + coalesce((SELECT sum(delta) FROM catch_count_deltas
              WHERE (${species} = '{*}' OR species_id = ANY(${species})) AND (${tiers} = '{-1}'
              OR verification_tier = ANY(${tiers}))), 0)`;

const keptTotalSql = (filter: CatchFilter): Sql => {
  const values = new SqlValues();
  return { text: `SELECT ${keptTotal(filter, values)} AS total`, values: values.values };
};

/** The expression of a total that is read from kept counts (`isTotalKept`). */
export const keptTotal = ({ speciesIds, query }: CatchFilter, values: SqlValues): string => {
  const species = values.add(speciesIds ? [...new Set(speciesIds)] : ['*']);
  return `(${keptOf(species, values.add(ranksOf(query)))})::float8`;
};

/** The species that every word of a search means, where the search is the only filter. */
const speciesOfSearch = (filter: CatchFilter): readonly string[] => {
  const [first, ...others] = isKept(filter, SEARCHED) ? filter.words : [];
  return first?.speciesIds.filter((id) => others.every(({ speciesIds }) => speciesIds.includes(id))) ?? [];
};

/** Whether most of the total is read from kept counts: where a search means species. */
export const isMostlyKept = (filter: CatchFilter): boolean => speciesOfSearch(filter).length > 0;

/**
 * The total of a search that means species, or of one word that means regions. The largest parts need no rows: the
 * counts of species are kept, and can be added because a catch has one species; regions are counted by their index.
 * Catches that match for another reason are counted row by row.
 */
export const dividedTotalSql = (filter: CatchFilter): Sql | undefined => {
  const { words, erasing } = filter;
  const species = speciesOfSearch(filter);
  const regions = words.length === 1 && isKept(filter, SEARCHED) ? words.flatMap((word) => word.regions) : [];
  if (species.length === 0 && regions.length === 0) return undefined;
  const values = new SqlValues();
  const [ofSpecies, ofRegions] = [values.add(species), values.add(regions)];
  values.add([ALL_TIERS]);
  const count = (...terms: string[]) => `(SELECT count(*) FROM catches WHERE ${allOf(terms)})`;
  const ofBoth =
    species.length > 0 && regions.length > 0
      ? ` - ${count(`species_id = ANY(${ofSpecies})`, `region = ANY(${ofRegions})`)}`
      : '';
  const otherTerms = words.map((word) => wordTerm({ ...word, ...without(word, species, regions) }, erasing, values));
  const others = count(
    ...otherTerms,
    `species_id <> ALL(${ofSpecies})`,
    `(region IS NULL OR region <> ALL(${ofRegions}))`,
  );
  const inRegions = count(`region = ANY(${ofRegions})`);
  const text = `SELECT (${keptOf(ofSpecies, '$3')} + ${inRegions}${ofBoth} + ${others})::float8 AS total`;
  return { text, values: values.values };
};

/** Leaves out what is counted elsewhere, or the planner would begin with it. */
const without = (
  word: WordMeaning,
  species: readonly string[],
  regions: readonly string[],
): Pick<WordMeaning, 'speciesIds' | 'regions'> => ({
  speciesIds: word.speciesIds.filter((id) => !species.includes(id)),
  regions: word.regions.filter((region) => !regions.includes(region)),
});

const ranksOf = ({ verification_tier: tiers, min_verification_tier: lowest }: CatchFilter['query']): number[] => {
  if (!tiers && !lowest) return [ALL_TIERS];
  const least = lowest ? tierRank(lowest) : 0;
  return [...new Set((tiers ?? VERIFICATION_TIERS).map(tierRank))].filter((rank) => rank >= least);
};
