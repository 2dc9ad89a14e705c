import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { BoardRule } from '../../boards/board.js';
import { parsePeriod } from '../../boards/period.js';
import { placementOf, type Score } from '../score.js';
import { type LookupKind, type LookupShape, lookupSql } from './lookups.sql.js';

/** A catch to look for: the best, the newest or the first of an angler that counts under a rule in a period. */
export interface Lookup {
  readonly kind: LookupKind;
  readonly rule: BoardRule;
  readonly period: string;
  readonly anglerId: string;
}

interface FoundRow {
  ordinal: number;
  catch_id: string;
  value: number;
  caught_at: Date;
}

/** Finds single catches of anglers by index, never by reading an angler's history. */
@Injectable()
export class CatchLookups {
  /** What was found for each lookup. The catches `except` are left out. */
  async of(db: Queryable, lookups: readonly Lookup[], except: readonly string[]): Promise<ReadonlyMap<Lookup, Score>> {
    const found = new Map<Lookup, Score>();
    for (const [name, ofShape] of Map.groupBy(lookups, (one) => nameOf(shapeOf(one)))) {
      const [first] = ofShape;
      if (!first) continue;
      const values = [...columns(ofShape), except];
      const { rows } = await db.query<FoundRow>({ name, text: lookupSql(shapeOf(first)), values });
      for (const { ordinal, value, caught_at: at, catch_id: catchId } of rows) {
        const lookup = ofShape[ordinal];
        if (lookup)
          found.set(lookup, {
            anglerId: lookup.anglerId,
            placement: placementOf(value),
            achievedAt: at.getTime(),
            catchId,
          });
      }
    }
    return found;
  }
}

const shapeOf = ({ kind, rule }: Lookup): LookupShape => ({
  kind,
  isOfSpecies: rule.speciesId !== null,
  isBounded: rule.period !== 'all_time',
  countsUnverified: rule.minVerificationTier === 'unverified',
});

const nameOf = ({ kind, isOfSpecies, isBounded, countsUnverified }: LookupShape): string =>
  ['find', kind, isOfSpecies && 'of-species', isBounded && 'bounded', countsUnverified && 'unverified-too']
    .filter((part) => part !== false)
    .join('-');

const columns = (lookups: readonly Lookup[]): unknown[] => {
  const periods = lookups.map(({ period }) => parsePeriod(period));
  return [
    lookups.map(({ rule }) => rule.speciesId),
    lookups.map(({ rule }) => rule.region),
    lookups.map(({ rule }) => rule.minVerificationTier),
    lookups.map(({ anglerId }) => anglerId),
    periods.map((period) => period?.startsAt?.toISOString() ?? '-infinity'),
    periods.map((period) => period?.endsAt?.toISOString() ?? 'infinity'),
    lookups.map((_, index) => index),
  ];
};
