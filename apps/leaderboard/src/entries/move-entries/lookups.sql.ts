import { notIndexedOf } from '../../catches/value-indexes.store.js';

const COLUMN = { heaviest: 'weight_lbs', deepest: 'depth_ft', longest: 'length_in' } as const;

/** The metrics that rank by a single catch. */
export type ValueKind = keyof typeof COLUMN;

/** What is looked for among an angler's catches. */
export type LookupKind = ValueKind | 'newest' | 'first';

/** Decides which index serves a lookup. */
export interface LookupShape {
  readonly kind: LookupKind;
  readonly isOfSpecies: boolean;
  readonly isBounded: boolean;
  /** Whether unverified catches count, which most indexes leave out. */
  readonly countsUnverified: boolean;
}

const COUNTS = [
  'fact.verification_tier >= wanted.tier',
  '(wanted.region IS NULL OR fact.region = wanted.region)',
  'fact.catch_id <> ALL($8)',
];
const SPECIES = 'fact.species_id = wanted.species_id';
const WITHIN = 'fact.caught_at >= wanted.starts_at AND fact.caught_at < wanted.ends_at';

const allOf = (...terms: readonly (string | false)[]): string => terms.filter((term) => term !== false).join(' AND ');

const INDEXED = 'fact.is_indexed_by_value';
const NOT_DELETED = 'NOT fact.deleted';
/** Said once more for the indexes, which have no others. */
const VERIFIED = "fact.verification_tier >= 'photo'";

const ofAngler = ({ isOfSpecies, countsUnverified }: LookupShape): string =>
  allOf(
    'fact.angler_id = wanted.angler_id',
    isOfSpecies && SPECIES,
    NOT_DELETED,
    !countsUnverified && VERIFIED,
    ...COUNTS,
  );

const byTime = (shape: LookupShape): string => `
  SELECT fact.catch_id, 0::float8 AS value, fact.caught_at FROM catch_facts AS fact
  WHERE ${allOf(ofAngler(shape), WITHIN)}
  ORDER BY fact.caught_at ${shape.kind === 'newest' ? 'DESC' : ''} LIMIT 1`;

const BEST = 'value DESC, caught_at, catch_id LIMIT 1';
const DAY = "(fact.caught_at AT TIME ZONE 'UTC')::date";

const bestOf = (value: string, terms: string): string => `
  SELECT fact.catch_id, ${value} AS value, fact.caught_at FROM catch_facts AS fact
  WHERE ${allOf(terms, `${value} IS NOT NULL`)}
  ORDER BY ${value} DESC, fact.caught_at, fact.catch_id LIMIT 1`;

/**
 * The best of the catches that are in indexes by value. Of a period it is the best of those of the days on which there
 * is one, each found by one look into the index that begins after the day before it: better catches of other times are
 * never read. The planner expects few catches of each angler, and any index to be as good. So the times of all time are
 * not compared, and places in the index by days are compared, and ordered, by all columns that it begins with.
 */
const bestIndexed = (shape: LookupShape, value: string): string => {
  if (!shape.isBounded) return bestOf(value, allOf(ofAngler(shape), INDEXED));
  const columns = shape.isOfSpecies ? ['species_id', 'angler_id'] : ['angler_id'];
  const [ours, theirs] = ['fact', 'wanted'].map((row) => columns.map((column) => `${row}.${column}`).join(', '));
  const dayOf = (time: string): string => `(${theirs}, (wanted.${time} AT TIME ZONE 'UTC')::date)`;
  const bestOfDay = (from: string): string => `
    SELECT fact.catch_id, ${value} AS value, fact.caught_at, ${DAY} AS day FROM catch_facts AS fact
    WHERE ${allOf(INDEXED, NOT_DELETED, VERIFIED, ...COUNTS, `${value} IS NOT NULL`)}
      AND (${ours}, ${DAY}) ${from} AND (${ours}, ${DAY}) < ${dayOf('ends_at')}
    ORDER BY ${ours}, ${DAY}, ${value} DESC, fact.caught_at, fact.catch_id LIMIT 1`;
  return `
  WITH RECURSIVE of_days AS (
    (${bestOfDay(`>= ${dayOf('starts_at')}`)})
    UNION ALL
    SELECT next.catch_id, next.value, next.caught_at, next.day
    FROM of_days CROSS JOIN LATERAL (${bestOfDay(`> (${theirs}, of_days.day)`)}) AS next
  )
  SELECT catch_id, value, caught_at FROM of_days ORDER BY ${BEST}`;
};

/** The best of the few others, which only the index of these finds: they are chosen from once they are read. */
const bestOther = ({ isOfSpecies }: LookupShape, value: string): string => `
  SELECT fact.catch_id, fact.value, fact.caught_at FROM (
    SELECT fact.catch_id, fact.species_id, fact.region, fact.verification_tier, fact.caught_at, ${value} AS value
    ${notIndexedOf('wanted.angler_id')} OFFSET 0
  ) AS fact
  WHERE ${allOf(isOfSpecies && SPECIES, ...COUNTS, WITHIN, 'fact.value IS NOT NULL')}
  ORDER BY ${BEST}`;

/** No index has unverified catches by value, so that all of the angler's in the period are read where they count. */
const byValue = (shape: LookupShape, kind: ValueKind): string => {
  const value = `fact.${COLUMN[kind]}`;
  if (shape.countsUnverified) return bestOf(value, allOf(ofAngler(shape), WITHIN));
  return `
  SELECT catch_id, value, caught_at FROM (
    (${bestIndexed(shape, value)}) UNION ALL (${bestOther(shape, value)})
  ) AS best
  ORDER BY ${BEST}`;
};

/**
 * Looks up one catch for each row of the arrays $1 to $7: species, region, tier, angler, start, end and ordinal. Leaves
 * out the catches $8. The best catch is the best one that is in an index by value, or one of the few of the angler that
 * are in none.
 */
export const lookupSql = (shape: LookupShape): string => `
  SELECT wanted.ordinal, found.catch_id, found.value::float8 AS value, found.caught_at
  FROM unnest($1::text[], $2::text[], $3::verification_tier[], $4::text[], $5::timestamptz[], $6::timestamptz[],
    $7::int[]) AS wanted (species_id, region, tier, angler_id, starts_at, ends_at, ordinal)
  CROSS JOIN LATERAL (
    ${shape.kind === 'newest' || shape.kind === 'first' ? byTime(shape) : byValue(shape, shape.kind)}
  ) AS found`;
