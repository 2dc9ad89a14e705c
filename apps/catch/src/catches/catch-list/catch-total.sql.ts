import { tierRank, VERIFICATION_TIERS } from '@cds/contracts';
import { allOf, type Sql, SqlValues } from '@cds/service-kit';
import type { WordMeaning } from '../catch-search/word-meaning.js';
import { catchTerms, tombstoneTerms } from './catch-filter.sql.js';
import type { CatchFilter } from './catch-filter.js';
import { termBesideSpecies } from './word-term.sql.js';

/**
 * The exact number of rows: from the kept counts where the filter is by species and tier alone, or by one word that means
 * species and little else; by counting where it is not.
 */
export const totalSql = (filter: CatchFilter): Sql => {
  if (isKept(filter, COUNTED)) return keptTotalSql(filter);
  const word = wordOfSpecies(filter);
  if (word) return wordTotalSql(word, filter.erasing);
  const values = new SqlValues();
  const catches = `SELECT count(*) FROM catches WHERE ${allOf(catchTerms(filter, values))}`;
  if (!filter.query.include_deleted) return { text: `SELECT (${catches})::float8 AS total`, values: values.values };
  const tombstones = `SELECT count(*) FROM catch_tombstones WHERE ${allOf(tombstoneTerms(filter, values))}`;
  return { text: `SELECT ((${catches}) + (${tombstones}))::float8 AS total`, values: values.values };
};

/** The one word that is searched for, if it means species and nothing else is filtered by: its total is kept but for little. */
export const wordOfSpecies = (filter: CatchFilter): WordMeaning | undefined => {
  const [word] = filter.words;
  return word && filter.words.length === 1 && word.speciesIds.length > 0 && isKept(filter, SEARCHED) ? word : undefined;
};

const COUNTED: ReadonlySet<string> = new Set(['species', 'verification_tier', 'min_verification_tier']);
const SEARCHED: ReadonlySet<string> = new Set(['q']);
const NO_FILTERS: ReadonlySet<string> = new Set(['page', 'per_page', 'cursor', 'total', 'sort', 'fields', 'units', 'expand']);

const isKept = ({ query }: CatchFilter, filters: ReadonlySet<string>): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || filters.has(name) || NO_FILTERS.has(name));

const ALL_TIERS = -1;

/** In the counts '*' stands for all species and -1 for all tiers; `$1` are species, `$2` tiers. */
const KEPT = `coalesce((SELECT sum(count) FROM catch_counts WHERE species_id = ANY($1) AND verification_tier = ANY($2)), 0)
  + coalesce((SELECT sum(delta) FROM catch_count_deltas
              WHERE ($1 = '{*}' OR species_id = ANY($1)) AND ($2 = '{-1}' OR verification_tier = ANY($2))), 0)`;

const keptTotalSql = ({ speciesIds, query }: CatchFilter): Sql => ({
  text: `SELECT (${KEPT})::float8 AS total`,
  values: [speciesIds ? [...new Set(speciesIds)] : ['*'], ranksOf(query)],
});

/** No catch is of two species, so their counts add up; only what fits for another reason is counted. */
const wordTotalSql = (word: WordMeaning, erasing: readonly string[]): Sql => {
  const values = new SqlValues();
  values.add(word.speciesIds);
  values.add([ALL_TIERS]);
  return { text: `SELECT (${KEPT} + (SELECT count(*) FROM catches WHERE ${termBesideSpecies(word, erasing, values)}))::float8 AS total`, values: values.values };
};

const ranksOf = ({ verification_tier: tiers, min_verification_tier: lowest }: CatchFilter['query']): number[] => {
  if (!tiers && !lowest) return [ALL_TIERS];
  const least = lowest ? tierRank(lowest) : 0;
  return [...new Set((tiers ?? VERIFICATION_TIERS).map(tierRank))].filter((rank) => rank >= least);
};
