import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchFact } from '../catches/catch-fact.js';
import { firstChangeOf } from '../catches/catch-changes.sql.js';
import { type FactRow, toFact } from '../catches/fact-row.js';
import {
  behindAngler,
  byPosition,
  type CatchPosition,
  END,
  isWithinAngler,
  positionOf,
} from '../entries/rankings/ranking.js';

/** Which catches rankings are filled with that are filled together. */
export interface CatchScope {
  /** Null for all species. */
  readonly speciesIds: readonly string[] | null;
  readonly countsUnverified: boolean;
}

export interface CatchPage {
  readonly facts: readonly CatchFact[];
  /** Through which catch the page reaches. */
  readonly end: CatchPosition;
  /** Whether the page has all catches of each of its anglers. */
  readonly hasWholeAnglers: boolean;
}

/** Reads the catches that may count, as the entries show them, in the order of angler, time and id. */
@Injectable()
export class CatchPages {
  /**
   * The catches after a position, at most `max` of them: of whole anglers, unless one has more. A catch with a change
   * that waits is as it was before it. The caller holds the writer's lock.
   */
  async after(db: Queryable, scope: CatchScope, from: CatchPosition, max: number): Promise<CatchPage> {
    const [first, ...others] = scope.speciesIds ?? [];
    const species = first === undefined ? [] : [others.length === 0 ? first : scope.speciesIds];
    const values = [from.anglerId, timeOf(from), from.catchId, max + 1, ...species];
    const stored = await db.query<FactRow>({ name: nameOf('catches-after', scope), text: pageSql(scope), values });
    const text = waitingSql(scope);
    const waiting = await db.query<{ before: FactRow }>({ name: nameOf('waiting-after', scope), text, values });
    const facts = [...waiting.rows.map(({ before }) => before), ...stored.rows].map(toFact);
    return pageOf(firstOf(facts, max + 1), from, max);
  }
}

/** In order. A catch that has changed since it was read as stored is there twice, each time as it was before that. */
const firstOf = (facts: readonly CatchFact[], limit: number): CatchFact[] =>
  [...new Map(facts.map((fact) => [fact.catchId, fact])).values()]
    .sort((a, b) => byPosition(positionOf(a), positionOf(b)))
    .slice(0, limit);

/** `facts` are those after the position, one more than `max` of them if there are more. */
const pageOf = (facts: readonly CatchFact[], from: CatchPosition, max: number): CatchPage => {
  const isLast = facts.length <= max;
  const page = facts.slice(0, max);
  if (isWithinAngler(from)) {
    const rest = page.filter(({ anglerId }) => anglerId === from.anglerId);
    const isWhole = isLast || facts.some(({ anglerId }) => anglerId !== from.anglerId);
    return { facts: rest, end: isWhole ? behindAngler(from.anglerId) : endOf(rest), hasWholeAnglers: false };
  }
  if (isLast) return { facts: page, end: END, hasWholeAnglers: true };
  const next = facts.at(-1)?.anglerId;
  const whole = page.filter(({ anglerId }) => anglerId !== next);
  const last = whole.at(-1);
  if (last) return { facts: whole, end: behindAngler(last.anglerId), hasWholeAnglers: true };
  return { facts: page, end: endOf(page), hasWholeAnglers: false };
};

const endOf = (facts: readonly CatchFact[]): CatchPosition => {
  const last = facts.at(-1);
  return last ? positionOf(last) : END;
};

const timeOf = ({ caughtAt }: CatchPosition): string =>
  caughtAt === -Infinity ? '-infinity' : new Date(caughtAt).toISOString();

const nameOf = (what: string, { speciesIds, countsUnverified }: CatchScope): string => {
  const species = speciesIds === null ? 'all' : speciesIds.length === 1 ? 'one' : 'some';
  return `${what}-of-${species}${countsUnverified ? '-unverified-too' : ''}`;
};

/** The species that are wanted are the last parameter. */
const ofSpecies = (column: string, { speciesIds }: CatchScope): string =>
  speciesIds === null ? '' : `AND ${column} = ${speciesIds.length === 1 ? '$5' : 'ANY($5)'}`;

const pageSql = (scope: CatchScope): string => `
  SELECT fact.catch_id, fact.version, fact.measured_version, fact.angler_id, fact.species_id,
    fact.weight_lbs::float8 AS weight_lbs, fact.length_in::float8 AS length_in, fact.depth_ft::float8 AS depth_ft,
    fact.region, fact.verification_tier, fact.caught_at, fact.deleted
  FROM catch_facts AS fact
  WHERE NOT fact.deleted ${scope.countsUnverified ? '' : "AND fact.verification_tier >= 'photo'"}
    ${ofSpecies('fact.species_id', scope)}
    AND (fact.angler_id, fact.caught_at, fact.catch_id) > ($1, $2::timestamptz, $3)
    AND (${firstChangeOf('fact.catch_id')}) IS NULL
  ORDER BY fact.angler_id, fact.caught_at, fact.catch_id LIMIT $4`;

/** What catches were before the first of their changes that wait. An index finds them by angler. */
const waitingSql = (scope: CatchScope): string => `
  SELECT change.before
  FROM catch_changes AS change
  WHERE change.before IS NOT NULL ${scope.countsUnverified ? '' : "AND change.before->>'verification_tier' <> 'unverified'"}
    ${ofSpecies("change.before->>'species_id'", scope)}
    AND change.before->>'angler_id' >= $1
    AND (change.before->>'angler_id', (change.before->>'caught_at')::timestamptz, change.catch_id)
      > ($1, $2::timestamptz, $3)
    AND change.position = (${firstChangeOf('change.catch_id')})
  ORDER BY change.before->>'angler_id', (change.before->>'caught_at')::timestamptz, change.catch_id LIMIT $4`;
