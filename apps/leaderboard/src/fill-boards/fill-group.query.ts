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
import { FILLING } from './filling.sql.js';

/** Rankings that are filled together: they have the same catches, or each is of a species with few. */
export interface FillGroup extends CatchScope {
  readonly rankings: readonly Ranking[];
  readonly from: CatchPosition;
}

/** As many species are filled together at most. */
const MAX_SPECIES = 100;

/** In how many of the rankings a catch counts on average. */
export const rankingsOfCatch = (rankings: readonly Ranking[]): number =>
  rankings.length / new Set(rankings.map(({ rule }) => rule.speciesId)).size;

/** Finds the rankings that are to be filled next. */
@Injectable()
export class FillGroups {
  /** Species are taken together that have about `size` catches, each counted once for each ranking that it is in. */
  async next(db: Queryable, size: number): Promise<FillGroup | undefined> {
    // Planned each time: a plan from when there were few rankings compares each of them with each.
    const { rows } = await db.query<RankingRow>(NEXT, [END.anglerId]);
    const all = rows.map(toRanking);
    const [first] = all;
    if (!first?.filledThrough) return undefined;
    const { speciesId } = first.rule;
    const countsUnverified = first.rule.minVerificationTier === 'unverified';
    const from = first.filledThrough;
    if (speciesId === null) return { rankings: all, from, speciesIds: null, countsUnverified };
    const catches = Math.floor(size / rankingsOfCatch(all));
    const speciesIds = countsUnverified ? [speciesId] : await this.together(db, all, speciesId, from, catches);
    const rankings = all.filter(({ rule }) => speciesIds.includes(rule.speciesId ?? ''));
    return { rankings, from, speciesIds, countsUnverified };
  }

  /** Whether the rankings are still as far as they were. */
  async isNext(db: Queryable, { rankings, from }: FillGroup): Promise<boolean> {
    const ids = rankings.map(({ id }) => id);
    const { rows } = await db.query<RankingRow>({ name: 'rankings-filled-now', text: STILL_FILLING, values: [ids] });
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
    catches: number,
  ): Promise<readonly string[]> {
    const species = [...new Set(rankings.flatMap(({ rule }) => rule.speciesId ?? []))];
    if (from.anglerId !== '') return species;
    const values = [species.slice(0, MAX_SPECIES), catches];
    const { rows } = await db.query<{ species_id: string }>({ name: 'species-to-fill', text: FEW, values });
    return [first, ...rows.map((row) => row.species_id).filter((id) => id !== first)];
  }
}

const NEXT = `
  WITH ${FILLING}, place AS (
    SELECT id, due_at, (due_at, species_id IS NULL, min_verification_tier = 'unverified', filled_angler_id,
      filled_caught_at, filled_catch_id) AS group_key
    FROM filling WHERE filled_angler_id <> $1
  )
  SELECT ${RANKING_COLUMNS} FROM rankings
  WHERE id IN (
    SELECT id FROM place WHERE group_key = (SELECT group_key FROM place ORDER BY due_at, id LIMIT 1)
  )
  ORDER BY id`;

const STILL_FILLING = `SELECT ${RANKING_COLUMNS} FROM rankings WHERE state = 'filling' AND id = ANY($1)`;

// The first ones that have $2 catches together. It stops counting where these are exceeded.
const FEW = `
  WITH RECURSIVE species (ordinal, catches) AS (
    SELECT 0, 0::bigint
    UNION ALL
    SELECT before.ordinal + 1, before.catches + (
      SELECT count(*) FROM (
        SELECT FROM catch_facts AS fact
        WHERE fact.species_id = ($1::text[])[before.ordinal + 1] AND NOT fact.deleted
          AND fact.verification_tier >= 'photo'
        LIMIT $2 + 1 - before.catches
      ) AS first_ones
    )
    FROM species AS before WHERE before.ordinal < cardinality($1::text[]) AND before.catches <= $2
  )
  SELECT ($1::text[])[ordinal] AS species_id FROM species WHERE ordinal > 0 AND catches <= $2`;
