import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { type Ranking, RANKING_COLUMNS, type RankingRow, toRanking } from './ranking.js';

@Injectable()
export class Rankings {
  /** The rankings of all species in which catches of these regions may count, also those that are being filled. */
  async ofAllSpecies(db: Queryable, regions: readonly string[]): Promise<Ranking[]> {
    const { rows } = await db.query<RankingRow>({
      name: 'rankings-of-all-species',
      text: `${OF_REGIONS} AND species_id IS NULL ORDER BY id`,
      values: [regions],
    });
    return rows.map(toRanking);
  }

  /** The same, of these species. */
  async ofSpecies(db: Queryable, speciesIds: readonly string[], regions: readonly string[]): Promise<Ranking[]> {
    const { rows } = await db.query<RankingRow>({
      name: 'rankings-of-species',
      text: `${OF_REGIONS} AND species_id = ANY($2) ORDER BY id`,
      values: [regions, speciesIds],
    });
    return rows.map(toRanking);
  }

  async byId(db: Queryable, id: number): Promise<Ranking | undefined> {
    const { rows } = await db.query<RankingRow>(`SELECT ${RANKING_COLUMNS} FROM rankings WHERE id = $1`, [id]);
    return rows.map(toRanking)[0];
  }
}

const OF_REGIONS = `
  SELECT ${RANKING_COLUMNS} FROM rankings WHERE state <> 'retired' AND (region IS NULL OR region = ANY($1))`;
