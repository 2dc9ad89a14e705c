import { tierRank } from '@cds/contracts';
import type { SqlValues } from '@cds/postgres';
import { foldText } from '../../../text/fold-text.js';
import { namesWhere } from '../../rules/fields-where.js';
import { areaTerms } from './catch-area.sql.js';
import type { CatchFilter } from './catch-filter.js';
import { erasureTerms, photoTerm } from './erasure.sql.js';
import { type Access, wordTerm } from './word-term.sql.js';

const MEASURES = namesWhere({ filter: 'range' });
const FOLDED = namesWhere({ filter: 'folded' });

/** The conditions on a row of `catches`, all of which must hold. */
export const catchTerms = (filter: CatchFilter, values: SqlValues, access?: Access): string[] => [
  ...estimableTerms(filter, values),
  ...inestimableTerms(filter, values, access),
];

/** Whether there are conditions of which the planner cannot tell how many rows match. */
export const isInestimable = ({ query: { bbox, near }, words }: CatchFilter): boolean =>
  bbox !== undefined || near !== undefined || words.length > 0;

export const inestimableTerms = (filter: CatchFilter, values: SqlValues, access?: Access): string[] => [
  ...areaTerms(filter, values),
  ...filter.words.map((word) => wordTerm(word, filter.erasing, values, access)),
];

export const estimableTerms = (filter: CatchFilter, values: SqlValues): string[] => {
  const { query, viewer, speciesIds, settledAt } = filter;
  const terms: string[] = [];
  const add = (term: (value: string) => string, value: unknown) => {
    if (value !== undefined) terms.push(term(values.add(value)));
  };
  const [species, ...others] = speciesIds ?? [];
  // For a single species the index on species and time has the order of the list as well.
  if (others.length === 0) add((p) => `species_id = ${p}`, species);
  else add((p) => `species_id = ANY(${p})`, speciesIds);
  terms.push(...tierTerms(filter, values));
  const [angler, ...otherAnglers] = query.angler_id ?? [];
  if (otherAnglers.length === 0) add((p) => `angler_id = ${p}`, angler);
  else add((p) => `angler_id = ANY(${p})`, query.angler_id);
  for (const measure of MEASURES) {
    add((p) => `${measure} >= ${p}`, query[`min_${measure}`]);
    add((p) => `${measure} <= ${p}`, query[`max_${measure}`]);
  }
  for (const time of ['caught', 'created'] as const) {
    add((p) => `${time}_at >= ${p}`, query[`${time}_after`]);
    add((p) => `${time}_at < ${p}`, query[`${time}_before`]);
  }
  add((p) => `updated_at >= ${p}`, query.updated_since);
  add((p) => `updated_at <= ${p}`, settledAt);
  for (const facet of ['region', 'country', 'water_type'] as const) add((p) => `${facet} = ANY(${p})`, query[facet]);
  for (const facet of FOLDED) add((p) => `search_text(${facet}) = ANY(${p})`, query[facet]?.map(foldText));
  const [released, ...eitherReleased] = new Set(query.released);
  if (eitherReleased.length === 0) add((p) => `released = ${p}`, released);
  else terms.push('released IS NOT NULL');
  terms.push(...photoTerm(filter, values));
  if (query.mine !== undefined) add((p) => `account_id ${query.mine ? '=' : '<>'} ${p}`, viewer);
  // Only its owner may know an external_id.
  if (query.external_id)
    terms.push(`account_id = ${values.add(viewer)} AND external_id = ANY(${values.add(query.external_id)})`);
  terms.push(...erasureTerms(filter, values));
  return terms;
};

const tierTerms = (
  { query: { verification_tier: tiers, min_verification_tier: lowest } }: CatchFilter,
  values: SqlValues,
): string[] => {
  const terms: string[] = [];
  if (tiers) terms.push(`verification_tier = ANY(${values.add(tiers.map(tierRank))})`);
  if (lowest) terms.push(`verification_tier >= ${values.add(tierRank(lowest))}`);
  // The few verified catches have an index of their own.
  const isVerified =
    (tiers !== undefined && !tiers.includes('unverified')) || (lowest !== undefined && lowest !== 'unverified');
  return isVerified ? [...terms, 'verification_tier > 0'] : terms;
};

/** The conditions on a row of `catch_tombstones`, which has no other columns that a filter could use. */
export const tombstoneTerms = ({ query, viewer, settledAt }: CatchFilter, values: SqlValues): string[] => [
  ...(query.angler_id ? [`angler_id = ANY(${values.add(query.angler_id)})`] : []),
  ...(query.mine === undefined ? [] : [`account_id ${query.mine ? '=' : '<>'} ${values.add(viewer)}`]),
  ...(query.updated_since ? [`deleted_at >= ${values.add(query.updated_since)}`] : []),
  ...(settledAt ? [`deleted_at <= ${values.add(settledAt)}`] : []),
];
