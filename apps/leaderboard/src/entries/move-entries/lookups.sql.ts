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

/** By what catches are compared, and which ones count. */
interface Ranked {
  readonly value: string;
  readonly counting: string;
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

const INDEXED = 'fact.is_indexed_by_value';
const WITHIN = 'fact.caught_at >= wanted.starts_at AND fact.caught_at < wanted.ends_at';

const byTime = (shape: LookupShape): string => `
  SELECT fact.catch_id, 0::float8 AS value, fact.caught_at FROM catch_facts AS fact
  WHERE ${terms(shape)} AND ${WITHIN}
  ORDER BY fact.caught_at ${shape.kind === 'newest' ? 'DESC' : ''} LIMIT 1`;

const BEST = 'value DESC, caught_at, catch_id LIMIT 1';
const DAY = "(fact.caught_at AT TIME ZONE 'UTC')::date";

/** The best of the catches that `which` names: those of an index by value, or so few that they are read. */
const bestOf = (which: string, { value, counting }: Ranked): string => `
  SELECT fact.catch_id, ${value} AS value, fact.caught_at FROM catch_facts AS fact
  WHERE ${which} AND ${counting} AND ${WITHIN}
  ORDER BY ${value} DESC, fact.caught_at, fact.catch_id LIMIT 1`;

/** The best of the catches of a period in an index by day and value. */
const bestOfDays = ({ value, counting }: Ranked): string => {
  const bestOfDay = (days: string): string => `
    SELECT fact.catch_id, ${value} AS value, fact.caught_at, ${DAY} AS day FROM catch_facts AS fact
    WHERE ${INDEXED} AND ${counting} AND ${days} AND ${DAY} < (wanted.ends_at AT TIME ZONE 'UTC')::date
    ORDER BY ${DAY}, ${value} DESC, fact.caught_at, fact.catch_id LIMIT 1`;
  return `
  WITH RECURSIVE of_days AS (
    (${bestOfDay(`${DAY} >= (wanted.starts_at AT TIME ZONE 'UTC')::date`)})
    UNION ALL
    SELECT next.catch_id, next.value, next.caught_at, next.day
    FROM of_days CROSS JOIN LATERAL (${bestOfDay(`${DAY} > of_days.day`)}) AS next
  )
  SELECT catch_id, value, caught_at FROM of_days ORDER BY ${BEST}`;
};

/** No index has unverified catches by value, so that all of the angler's are read where they count. */
const byValue = (shape: LookupShape, kind: keyof typeof COLUMN): string => {
  const value = `fact.${COLUMN[kind]}`;
  const ranked = { value, counting: `${terms(shape)} AND ${value} IS NOT NULL` };
  if (shape.countsUnverified) return bestOf('true', ranked);
  const indexed = shape.isBounded ? bestOfDays(ranked) : bestOf(INDEXED, ranked);
  return `
  SELECT catch_id, value, caught_at FROM ((${indexed}) UNION ALL (${bestOf(`NOT ${INDEXED}`, ranked)})) AS best
  ORDER BY ${BEST}`;
};

/**
 * Looks up one catch for each row of the arrays $1 to $7: species, region, tier, angler, start, end and ordinal. Leaves
 * out the catches $8. The best catch is the best one that is in an index by value, or one of the few of the angler that
 * are in none. The best indexed one of a period is the best of those of the days on which there is one, each found by
 * one look into the index that begins after the day before it: better catches of other times are never read.
 */
export const lookupSql = (shape: LookupShape): string => `
  SELECT wanted.ordinal, found.catch_id, found.value::float8 AS value, found.caught_at
  FROM unnest($1::text[], $2::text[], $3::verification_tier[], $4::text[], $5::timestamptz[], $6::timestamptz[],
    $7::int[]) AS wanted (species_id, region, tier, angler_id, starts_at, ends_at, ordinal)
  CROSS JOIN LATERAL (
    ${shape.kind === 'newest' || shape.kind === 'first' ? byTime(shape) : byValue(shape, shape.kind)}
  ) AS found`;
