import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { type Place, placeColumns, type PlaceIn, type PlaceRow } from './place.js';
import { PLACE_AT_RANK, ranksSql } from './ranks.sql.js';

/**
 * Ranks at any depth, without counting the entries before it: the blocks before, the segments of its block before, and
 * at most a segment's entries are added up.
 */
@Injectable()
export class Ranks {
  /** The ranks of entries with these places, of any rankings and periods, or those that they would have. */
  async ranksOf(db: Queryable, places: readonly PlaceIn[]): Promise<number[]> {
    const { rows } = await db.query<{ rank: number }>({ name: 'ranks-of', text: RANKS, values: placeColumns(places) });
    return rows.map(({ rank }) => rank);
  }

  /** The place of the entry with this rank; null beyond the last one. */
  async placeAtRank(db: Queryable, periodId: number, rank: number): Promise<Place | null> {
    const values = [periodId, rank - 1];
    const { rows } = await db.query<PlaceRow>({ name: 'place-at-rank', text: PLACE_AT_RANK, values });
    return (
      rows.map((row) => ({ placement: row.placement, achievedAt: row.achieved_ms, anglerId: row.angler_id }))[0] ?? null
    );
  }
}

const RANKS = `${ranksSql(`unnest($1::int[], $2::bigint[], $3::timestamptz[], $4::text[]) WITH ORDINALITY
    AS wanted (period_id, placement, achieved_at, angler_id, ordinal)`)}
  ORDER BY wanted.ordinal`;
