import { tierReaches } from '@cds/contracts';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchFact } from './catch-fact.js';

/** An angler's verified catches, `fact`, that are in no index by value: so few that they are read. */
export const notIndexedOf = (anglerId: string): string => `
  FROM catch_facts AS fact
  WHERE fact.angler_id = ${anglerId} AND NOT fact.is_indexed_by_value AND NOT fact.deleted
    AND fact.verification_tier >= 'photo'`;

/** As many catches as one transaction adds to the indexes, which takes 45 ms. */
const BATCH = 1_000;

/**
 * Adds catches to the indexes by weight, length and depth. These are of use only when the best catch of an angler is
 * lost, and each of them is one more row that a verified catch writes. So catches are stored without them, and are
 * added when their angler has many that are not: an angler's next best catch is the best one of the indexes, or one of
 * those few.
 *
 * Which anglers have many is counted for one in `oneIn` verified catches. An angler has `many` catches outside of the
 * indexes and `oneIn` more on average before the count finds them, and hardly ever ten times as many more.
 */
@Injectable()
export class ValueIndexes {
  protected readonly many: number = 128;
  protected readonly oneIn: number = 32;

  /**
   * Adds the catches of anglers who have many outside of the indexes. `facts` are catches that the transaction has
   * stored. Waits for no other transaction: catches that another one has locked are left to a later call.
   */
  async extend(db: Queryable, facts: readonly CatchFact[]): Promise<void> {
    const sampled = facts.filter((fact) => mayBeIndexed(fact) && Math.random() * this.oneIn < 1);
    if (sampled.length === 0) return;
    const values = [[...new Set(sampled.map(({ anglerId }) => anglerId))], this.many];
    const { rows } = await db.query<{ id: string }>({ name: 'anglers-to-index-by-value', text: ANGLERS, values });
    if (rows.length === 0) return;
    const anglerIds = rows.map(({ id }) => id);
    await db.query({ name: 'index-catches-by-value', text: ADD, values: [anglerIds, BATCH] });
  }
}

const mayBeIndexed = ({ deleted, verificationTier }: CatchFact): boolean =>
  !deleted && tierReaches(verificationTier, 'photo');

const OF_ANGLER = notIndexedOf('angler.id');

const ANGLERS = `
  SELECT angler.id FROM unnest((SELECT $1::text[])) AS angler (id)
  WHERE $2 = (SELECT count(*) FROM (SELECT ${OF_ANGLER} LIMIT $2) AS first_ones)`;

const ADD = `
  UPDATE catch_facts SET is_indexed_by_value = true WHERE ctid = ANY(ARRAY(
    SELECT of_angler.ctid FROM unnest((SELECT $1::text[])) AS angler (id)
    CROSS JOIN LATERAL (SELECT fact.ctid ${OF_ANGLER} LIMIT $2 FOR UPDATE SKIP LOCKED) AS of_angler
    LIMIT $2
  ))`;
