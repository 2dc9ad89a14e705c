import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchFact } from '../catches/catch-fact.js';
import { type FactRow, toFact } from '../catches/fact-row.js';
import { byPosition, type CatchPosition } from '../entries/rankings/ranking.js';

/** Which catches rankings are filled with that are filled together. */
export interface CatchScope {
  readonly speciesId: string | null;
  readonly countsUnverified: boolean;
}

export interface CatchPage {
  readonly facts: readonly CatchFact[];
  /** Null after the last page. */
  readonly end: CatchPosition | null;
}

/** Reads the catches that may count, as the entries show them, in the order of angler, time and id. */
@Injectable()
export class CatchPages {
  /**
   * The catches after a position, `max` of them and those that changed meanwhile. A catch with a change that waits is
   * as it was before it. The caller holds the writer's lock.
   */
  async after(db: Queryable, scope: CatchScope, from: CatchPosition, max: number): Promise<CatchPage> {
    const values = [
      from.anglerId,
      timeOf(from),
      from.catchId,
      max,
      ...(scope.speciesId === null ? [] : [scope.speciesId]),
    ];
    const { rows } = await db.query<FactRow>({ name: nameOf(scope), text: pageSql(scope), values });
    const facts = rows.map(toFact);
    const last = facts.at(-1);
    const end = last && facts.length === max ? positionOf(last) : null;
    const waiting = await this.waiting(db, scope, from, end);
    return { facts: [...facts, ...waiting].sort((a, b) => byPosition(positionOf(a), positionOf(b))), end };
  }

  /** What catches were before the changes that wait. */
  private async waiting(
    db: Queryable,
    { speciesId, countsUnverified }: CatchScope,
    from: CatchPosition,
    end: CatchPosition | null,
  ): Promise<CatchFact[]> {
    const { rows } = await db.query<{ before: FactRow | null }>(WAITING);
    return rows
      .flatMap(({ before }) => (before ? [toFact(before)] : []))
      .filter((fact) => {
        const position = positionOf(fact);
        if (byPosition(position, from) <= 0 || (end !== null && byPosition(position, end) > 0)) return false;
        return (
          (speciesId === null || fact.speciesId === speciesId) &&
          (countsUnverified || fact.verificationTier !== 'unverified')
        );
      });
  }
}

export const positionOf = ({ anglerId, caughtAt, catchId }: CatchFact): CatchPosition => ({
  anglerId,
  caughtAt: caughtAt.getTime(),
  catchId,
});

const timeOf = ({ caughtAt }: CatchPosition): string =>
  caughtAt === -Infinity ? '-infinity' : new Date(caughtAt).toISOString();

const nameOf = ({ speciesId, countsUnverified }: CatchScope): string =>
  `catch-page${speciesId === null ? '' : '-of-species'}${countsUnverified ? '-unverified-too' : ''}`;

const pageSql = ({ speciesId, countsUnverified }: CatchScope): string => `
  SELECT fact.catch_id, fact.version, fact.measured_version, fact.angler_id, fact.species_id,
    fact.weight_lbs::float8 AS weight_lbs, fact.length_in::float8 AS length_in, fact.depth_ft::float8 AS depth_ft,
    fact.region, fact.verification_tier, fact.caught_at, fact.deleted
  FROM catch_facts AS fact
  WHERE NOT fact.deleted ${countsUnverified ? '' : "AND fact.verification_tier >= 'photo'"}
    ${speciesId === null ? '' : 'AND fact.species_id = $5'}
    AND (fact.angler_id, fact.caught_at, fact.catch_id) > ($1, $2::timestamptz, $3)
    AND NOT EXISTS (SELECT FROM catch_changes AS change WHERE change.catch_id = fact.catch_id)
  ORDER BY fact.angler_id, fact.caught_at, fact.catch_id LIMIT $4`;

const WAITING = 'SELECT DISTINCT ON (catch_id) before FROM catch_changes ORDER BY catch_id, position';
