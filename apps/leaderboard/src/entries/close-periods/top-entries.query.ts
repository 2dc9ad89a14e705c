import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { placeOrder } from '../ranks/place.js';
import type { RankingPeriodKey } from '../rankings/ranking-periods.store.js';
import type { Score } from '../score.js';

/** The first entries of a ranking in a period. */
export interface TopOfPeriod {
  /** Of `ranking_periods`. */
  readonly id: number;
  readonly entryCount: number;
  readonly top: readonly Score[];
}

interface TopRow {
  ranking_id: number;
  period: string;
  id: number;
  entry_count: number;
  angler_id: string;
  placement: number;
  achieved_at: Date;
  catch_id: string | null;
}

@Injectable()
export class TopEntries {
  /** The first `most` entries, best first, by `<ranking id>/<period>`. A period without entries is missing. */
  async of(db: Queryable, keys: readonly RankingPeriodKey[], most: number): Promise<ReadonlyMap<string, TopOfPeriod>> {
    const values = [keys.map(({ rankingId }) => rankingId), keys.map(({ period }) => period), most];
    const { rows } = await db.query<TopRow>({ name: 'top-entries', text: TOP_ENTRIES, values });
    const byPeriod = Map.groupBy(rows, (row) => `${row.ranking_id}/${row.period}`);
    return new Map(
      [...byPeriod].flatMap(([key, ofPeriod]) => {
        const [first] = ofPeriod;
        return first ? [[key, { id: first.id, entryCount: first.entry_count, top: ofPeriod.map(toScore) }]] : [];
      }),
    );
  }
}

const toScore = (row: TopRow): Score => ({
  anglerId: row.angler_id,
  placement: row.placement,
  achievedAt: row.achieved_at.getTime(),
  catchId: row.catch_id,
});

const TOP_ENTRIES = `
  SELECT part.ranking_id, part.period, part.id, part.entry_count, entry.angler_id, entry.placement::float8 AS placement,
    entry.achieved_at, entry.catch_id
  FROM (SELECT DISTINCT ranking_id, period FROM unnest($1::int[], $2::text[]) AS one (ranking_id, period)) AS wanted
  JOIN ranking_periods AS part ON part.ranking_id = wanted.ranking_id AND part.period = wanted.period
  CROSS JOIN LATERAL (
    SELECT angler_id, placement, achieved_at, catch_id FROM ranked_entries AS entry
    WHERE entry.period_id = part.id ORDER BY ${placeOrder('entry')} LIMIT $3
  ) AS entry
  ORDER BY part.id, ${placeOrder('entry')}`;
