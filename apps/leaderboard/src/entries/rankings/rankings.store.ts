import type { VerificationTier } from '@cds/contracts';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import type { Metric, PeriodKind } from '../../boards/board.js';
import { int4s, type Packed, packed, texts, times } from '../../database/packed-columns.js';
import { type Ranking, RANKING_COLUMNS, type RankingRow, toRanking } from './ranking.js';

type PackedRow = Record<keyof RankingRow, Packed>;

const COLUMNS: readonly (keyof RankingRow)[] = [
  'id',
  'metric',
  'species_id',
  'region',
  'min_verification_tier',
  'period',
  'filled_angler_id',
  'filled_caught_at',
  'filled_catch_id',
];

@Injectable()
export class Rankings {
  /** The rankings of all species in which catches of these regions may count, also those that are being filled. */
  ofAllSpecies(db: Queryable, regions: readonly string[]): Promise<Ranking[]> {
    return loadPacked(db, { name: 'rankings-of-all-species', text: OF_ALL_SPECIES, values: [regions] });
  }

  /** The same, of these species. */
  ofSpecies(db: Queryable, speciesIds: readonly string[], regions: readonly string[]): Promise<Ranking[]> {
    return loadPacked(db, { name: 'rankings-of-species', text: OF_SPECIES, values: [regions, speciesIds] });
  }

  async byId(db: Queryable, id: number): Promise<Ranking | undefined> {
    const { rows } = await db.query<RankingRow>(`SELECT ${RANKING_COLUMNS} FROM rankings WHERE id = $1`, [id]);
    return rows.map(toRanking)[0];
  }
}

/** One row of packed columns, whose names are those of `RankingRow`. */
const ofRegions = (condition: string): string => `
  SELECT ${COLUMNS.map((column) => `${packed(column)} AS ${column}`).join(', ')} FROM (
    SELECT ${RANKING_COLUMNS} FROM rankings
    WHERE state <> 'retired' AND (region IS NULL OR region = ANY($1)) AND ${condition} ORDER BY id
  ) AS ranking`;

const OF_ALL_SPECIES = ofRegions('species_id IS NULL');
const OF_SPECIES = ofRegions('species_id = ANY($2)');

const loadPacked = async (db: Queryable, query: QueryConfig): Promise<Ranking[]> =>
  (await db.query<PackedRow>(query)).rows.flatMap(toRankings);

const toRankings = (row: PackedRow): Ranking[] => {
  const [metrics, periods, tiers] = [texts(row.metric), texts(row.period), texts(row.min_verification_tier)];
  const [species, regions] = [texts(row.species_id), texts(row.region)];
  const [anglers, catchTimes, catches] = [
    texts(row.filled_angler_id),
    times(row.filled_caught_at),
    texts(row.filled_catch_id),
  ];
  return int4s(row.id).map((id, index) => {
    const caughtAt = catchTimes[index] ?? null;
    return toRanking({
      id: id ?? 0,
      metric: metrics[index] as Metric,
      species_id: species[index] ?? null,
      region: regions[index] ?? null,
      min_verification_tier: tiers[index] as VerificationTier,
      period: periods[index] as PeriodKind,
      filled_angler_id: anglers[index] ?? null,
      filled_caught_at: caughtAt === null ? null : new Date(caughtAt),
      filled_catch_id: catches[index] ?? '',
    });
  });
};
