import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import {
  byPosition,
  type CatchPosition,
  END,
  type Ranking,
  RANKING_COLUMNS,
  type RankingRow,
  toRanking,
} from '../entries/rankings/ranking.js';
import type { CatchScope } from './catch-page.query.js';

/** Rankings that are filled together: they have the same catches, or each is of a species with few. */
export interface FillGroup extends CatchScope {
  readonly rankings: readonly Ranking[];
  readonly from: CatchPosition;
}

/** Species of which nobody has more catches than these are filled together, and as many of them. */
const FEW_CATCHES = 1_000;
const MAX_SPECIES = 24;

/** Finds the rankings that are to be filled next. */
@Injectable()
export class FillGroups {
  async next(db: Queryable): Promise<FillGroup | undefined> {
    const { rows } = await db.query<RankingRow>({ name: 'rankings-to-fill', text: NEXT, values: [END.anglerId] });
    const all = rows.map(toRanking);
    const [first] = all;
    if (!first?.filledThrough) return undefined;
    const { speciesId } = first.rule;
    const countsUnverified = first.rule.minVerificationTier === 'unverified';
    const from = first.filledThrough;
    if (speciesId === null) return { rankings: all, from, speciesIds: null, countsUnverified };
    const speciesIds = countsUnverified ? [speciesId] : await this.together(db, all, speciesId, from);
    const rankings = all.filter(({ rule }) => speciesIds.includes(rule.speciesId ?? ''));
    return { rankings, from, speciesIds, countsUnverified };
  }

  /** Whether the rankings are still as far as they were. */
  async isNext(db: Queryable, { rankings, from }: FillGroup): Promise<boolean> {
    const ids = rankings.map(({ id }) => id);
    const { rows } = await db.query<RankingRow>({ name: 'rankings-filled-now', text: FILLING, values: [ids] });
    return (
      rows.length === ids.length &&
      rows.map(toRanking).every(({ filledThrough }) => filledThrough !== null && byPosition(filledThrough, from) === 0)
    );
  }

  /** Those that began together go on together. */
  private async together(
    db: Queryable,
    rankings: readonly Ranking[],
    first: string,
    from: CatchPosition,
  ): Promise<readonly string[]> {
    const species = [...new Set(rankings.flatMap(({ rule }) => rule.speciesId ?? []))];
    if (from.anglerId !== '') return species;
    const values = [species.slice(0, MAX_SPECIES), FEW_CATCHES];
    const { rows } = await db.query<{ species_id: string }>({ name: 'species-of-few-catches', text: FEW, values });
    const few = rows.map((row) => row.species_id);
    return few.includes(first) ? few : [first];
  }
}

const NEXT = `
  SELECT ${RANKING_COLUMNS} FROM rankings
  WHERE state = 'filling'
    AND (species_id IS NULL, min_verification_tier = 'unverified', filled_angler_id, filled_caught_at, filled_catch_id)
    = (
      SELECT species_id IS NULL, min_verification_tier = 'unverified', filled_angler_id, filled_caught_at,
        filled_catch_id
      FROM rankings WHERE state = 'filling' AND filled_angler_id <> $1 ORDER BY id LIMIT 1
    )
  ORDER BY id`;

const FILLING = `SELECT ${RANKING_COLUMNS} FROM rankings WHERE state = 'filling' AND id = ANY($1)`;

const FEW = `
  SELECT species.id AS species_id
  FROM unnest($1::text[]) AS species (id) CROSS JOIN LATERAL (
    SELECT count(*) AS count FROM (
      SELECT FROM catch_facts AS fact
      WHERE fact.species_id = species.id AND NOT fact.deleted AND fact.verification_tier >= 'photo' LIMIT $2 + 1
    ) AS first_ones
  ) AS catches
  WHERE catches.count <= $2`;
