import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { type Ranking, RANKING_COLUMNS, type RankingRow, toRanking } from './ranking.js';

@Injectable()
export class Rankings {
  /** The rankings in which catches of these species and regions may count, also those that are being filled. */
  async of(db: Queryable, speciesIds: readonly string[], regions: readonly string[]): Promise<Ranking[]> {
    const values = [speciesIds, regions];
    const { rows } = await db.query<RankingRow>({ name: 'rankings-of-species', text: OF_SPECIES, values });
    return rows.map(toRanking);
  }

  async byId(db: Queryable, id: number): Promise<Ranking | undefined> {
    const { rows } = await db.query<RankingRow>(`SELECT ${RANKING_COLUMNS} FROM rankings WHERE id = $1`, [id]);
    return rows.map(toRanking)[0];
  }
}

const OF_SPECIES = `
  SELECT ${RANKING_COLUMNS} FROM rankings
  WHERE state <> 'retired' AND (region IS NULL OR region = ANY($2))
    AND (species_id IS NULL OR species_id = ANY($1))
  ORDER BY id`;
