import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { Place, PlaceIn } from './place.js';

/** PLACEHOLDER of b1's. */
@Injectable()
export class Ranks {
  async rankOf(db: Queryable, periodId: number, place: Place): Promise<number> {
    const { rows } = await db.query<{ rank: number }>(
      'SELECT count(*)::int + 1 AS rank FROM ranked_entries e WHERE period_id = $1 AND (e.placing, achieved_at, angler_id) < ($2, $3, $4)',
      [periodId, place.placing, place.achievedAt, place.anglerId],
    );
    return rows[0]?.rank ?? 1;
  }
  async ranksOf(db: Queryable, places: readonly PlaceIn[]): Promise<number[]> {
    return Promise.all(places.map((place) => this.rankOf(db, place.periodId, place)));
  }
  async placeAtRank(db: Queryable, periodId: number, rank: number): Promise<Place | null> {
    const { rows } = await db.query<{ placing: string; achieved_at: Date; angler_id: string }>(
      'SELECT e.placing, achieved_at, angler_id FROM ranked_entries e WHERE period_id = $1 ORDER BY e.placing, achieved_at, angler_id OFFSET $2 LIMIT 1',
      [periodId, rank - 1],
    );
    const [row] = rows;
    return row ? { placing: Number(row.placing), achievedAt: row.achieved_at, anglerId: row.angler_id } : null;
  }
}
