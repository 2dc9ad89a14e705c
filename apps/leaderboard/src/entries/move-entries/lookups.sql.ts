import type { Metric } from '../../boards/board.js';

/** What is looked for among an angler's catches. */
export type LookupKind = Extract<Metric, 'heaviest' | 'deepest' | 'longest'> | 'newest' | 'first';

/** Decides which index serves a lookup. */
export interface LookupShape {
  readonly kind: LookupKind;
  readonly isOfSpecies: boolean;
  readonly isBounded: boolean;
  /** Whether unverified catches count, which most indexes leave out. */
  readonly countsUnverified: boolean;
}

const COLUMN = { heaviest: 'weight_lbs', deepest: 'depth_ft', longest: 'length_in' } as const;

const terms = ({ isOfSpecies, countsUnverified }: LookupShape): string =>
  [
    'fact.angler_id = wanted.angler_id',
    'NOT fact.deleted',
    'fact.verification_tier >= wanted.tier',
    '(wanted.region IS NULL OR fact.region = wanted.region)',
    'fact.catch_id <> ALL($8)',
    ...(countsUnverified ? [] : ["fact.verification_tier >= 'photo'"]),
    ...(isOfSpecies ? ['fact.species_id = wanted.species_id'] : []),
  ].join(' AND ');

const WITHIN = 'fact.caught_at >= wanted.starts_at AND fact.caught_at < wanted.ends_at';

const byTime = (shape: LookupShape): string => `
  SELECT fact.catch_id, 0::float8 AS value, fact.caught_at FROM catch_facts AS fact
  WHERE ${terms(shape)} AND ${WITHIN}
  ORDER BY fact.caught_at ${shape.kind === 'newest' ? 'DESC' : ''} LIMIT 1`;

const byValue = (shape: LookupShape, kind: keyof typeof COLUMN): string => {
  const value = `fact.${COLUMN[kind]}`;
  const best = (term: string): string => `
  SELECT fact.catch_id, ${value} AS value, fact.caught_at FROM catch_facts AS fact
  WHERE ${terms(shape)} AND ${term} AND ${value} IS NOT NULL
  ORDER BY ${value} DESC, fact.caught_at, fact.catch_id LIMIT 1`;
  if (!shape.isBounded) return best('true');
  return `
  SELECT of_day.catch_id, of_day.value, of_day.caught_at
  FROM generate_series(0, (wanted.ends_at AT TIME ZONE 'UTC')::date - (wanted.starts_at AT TIME ZONE 'UTC')::date - 1)
    AS day (number)
  CROSS JOIN LATERAL (
    ${best("(fact.caught_at AT TIME ZONE 'UTC')::date = (wanted.starts_at AT TIME ZONE 'UTC')::date + day.number")}
  ) AS of_day
  ORDER BY of_day.value DESC, of_day.caught_at, of_day.catch_id LIMIT 1`;
};

/**
 * Looks up one catch for each row of the arrays $1 to $7: species, region, tier, angler, start, end and ordinal. Leaves
 * out the catches $8. A bounded lookup of the best catch takes the best one of each day, so that better catches of
 * other times are never read.
 */
export const lookupSql = (shape: LookupShape): string => `
  SELECT wanted.ordinal, found.catch_id, found.value::float8 AS value, found.caught_at
  FROM unnest($1::text[], $2::text[], $3::verification_tier[], $4::text[], $5::timestamptz[], $6::timestamptz[],
    $7::int[]) AS wanted (species_id, region, tier, angler_id, starts_at, ends_at, ordinal)
  CROSS JOIN LATERAL (
    ${shape.kind === 'newest' || shape.kind === 'first' ? byTime(shape) : byValue(shape, shape.kind)}
  ) AS found`;
