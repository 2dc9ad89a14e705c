import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchFact } from '../catches/catch-fact.js';
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
   * The catches after a position, at most `max` of them and those that changed meanwhile: of whole anglers, unless one
   * has more. A catch with a change that waits is as it was before it. The caller holds the writer's lock.
   */
  async after(db: Queryable, scope: CatchScope, from: CatchPosition, max: number): Promise<CatchPage> {
    const [first, ...others] = scope.speciesIds ?? [];
    const species = first === undefined ? [] : [others.length === 0 ? first : scope.speciesIds];
    const values = [from.anglerId, timeOf(from), from.catchId, max + 1, ...species];
    const { rows } = await db.query<FactRow>({ name: nameOf(scope), text: pageSql(scope), values });
    const page = pageOf(rows.map(toFact), from, max);
    return { ...page, facts: await this.withWaiting(db, scope, from, page) };
  }

  /** Of catches that have changed since the page was read, the page has what they were before. */
  private async withWaiting(
    db: Queryable,
    { speciesIds, countsUnverified }: CatchScope,
    from: CatchPosition,
    { facts, end }: CatchPage,
  ): Promise<CatchFact[]> {
    const values = [from.anglerId, end.anglerId];
    const { rows } = await db.query<{ before: FactRow }>({ name: 'waiting-before', text: WAITING, values });
    if (rows.length === 0) return [...facts];
    const known = new Set(facts.map(({ catchId }) => catchId));
    const waiting = rows
      .map(({ before }) => toFact(before))
      .filter((fact) => {
        const position = positionOf(fact);
        if (known.has(fact.catchId) || byPosition(position, from) <= 0 || byPosition(position, end) > 0) return false;
        return (
          (speciesIds === null || speciesIds.includes(fact.speciesId)) &&
          (countsUnverified || fact.verificationTier !== 'unverified')
        );
      });
    return [...facts, ...waiting].sort((a, b) => byPosition(positionOf(a), positionOf(b)));
  }
}

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

const nameOf = ({ speciesIds, countsUnverified }: CatchScope): string => {
  const species = speciesIds === null ? 'all' : speciesIds.length === 1 ? 'one' : 'some';
  return `catches-after-of-${species}${countsUnverified ? '-unverified-too' : ''}`;
};

const pageSql = ({ speciesIds, countsUnverified }: CatchScope): string => `
  SELECT fact.catch_id, fact.version, fact.measured_version, fact.angler_id, fact.species_id,
    fact.weight_lbs::float8 AS weight_lbs, fact.length_in::float8 AS length_in, fact.depth_ft::float8 AS depth_ft,
    fact.region, fact.verification_tier, fact.caught_at, fact.deleted
  FROM catch_facts AS fact
  WHERE NOT fact.deleted ${countsUnverified ? '' : "AND fact.verification_tier >= 'photo'"}
    ${speciesIds === null ? '' : `AND fact.species_id = ${speciesIds.length === 1 ? '$5' : 'ANY($5)'}`}
    AND (fact.angler_id, fact.caught_at, fact.catch_id) > ($1, $2::timestamptz, $3)
    AND NOT EXISTS (SELECT FROM catch_changes AS change WHERE change.catch_id = fact.catch_id)
  ORDER BY fact.angler_id, fact.caught_at, fact.catch_id LIMIT $4`;

/** What catches of some anglers were before the first of their changes that wait. */
const WAITING = `
  SELECT change.before FROM catch_changes AS change
  WHERE change.before IS NOT NULL AND change.before->>'angler_id' BETWEEN $1 AND $2
    AND NOT EXISTS (
      SELECT FROM catch_changes AS earlier
      WHERE earlier.catch_id = change.catch_id AND earlier.position < change.position
    )
  ORDER BY change.before->>'angler_id'`;
