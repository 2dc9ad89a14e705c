import { int4Array, textArray, timestamptzArray } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { int4s, type Packed, packed, times } from '../../database/packed-columns.js';
import { RankTree } from '../ranks/rank-tree.store.js';

export interface RankingPeriodKey {
  readonly rankingId: number;
  readonly period: string;
}

/** A ranking in one period. */
export interface RankingPeriod extends RankingPeriodKey {
  readonly id: number;
  readonly entryCount: number;
  /** The time of its last move. */
  readonly lastMovedAt: number | null;
}

export interface PeriodGrowth {
  readonly id: number;
  readonly entries: number;
  readonly firstMovedAt: number;
  readonly lastMovedAt: number;
}

interface PackedRow {
  /** The numbers of the periods among those of the query. */
  ordinals: Packed;
  ids: Packed;
  entry_counts: Packed;
  last_moved: Packed;
}

@Injectable()
export class RankingPeriods {
  constructor(private readonly tree: RankTree) {}

  /**
   * The periods of `keys`, in their order. Those that are missing are made, which takes the writer's lock. The others
   * are looked up by `reads`.
   */
  async ensure(db: Queryable, keys: readonly RankingPeriodKey[], reads = db): Promise<RankingPeriod[]> {
    const known = await this.of(reads, keys);
    const missing = keys.filter((_, index) => !known[index]);
    if (missing.length > 0) {
      const values = keyColumns(missing);
      const { rows } = await db.query<{ id: number }>({ name: 'make-ranking-periods', text: MAKE, values });
      await this.tree.plant(
        db,
        rows.map(({ id }) => id),
      );
    }
    const all = missing.length > 0 ? await this.of(db, keys) : known;
    return all.flatMap((one) => one ?? []);
  }

  async grow(db: Queryable, growths: readonly PeriodGrowth[]): Promise<void> {
    const values = [
      int4Array(growths.map(({ id }) => id)),
      int4Array(growths.map(({ entries }) => entries)),
      timestamptzArray(growths.map(({ lastMovedAt }) => lastMovedAt)),
      timestamptzArray(growths.map(({ firstMovedAt }) => firstMovedAt)),
    ];
    await db.query({ name: 'grow-ranking-periods', text: GROW, values });
  }

  /** In the order of `keys`; undefined where there is no period. */
  private async of(db: Queryable, keys: readonly RankingPeriodKey[]): Promise<(RankingPeriod | undefined)[]> {
    const query = { name: 'load-ranking-periods', text: LOAD, values: keyColumns(keys) };
    const { rows } = await db.query<PackedRow>(query);
    const found = new Array<RankingPeriod | undefined>(keys.length).fill(undefined);
    for (const row of rows) {
      const [ids, entryCounts, lastMoved] = [int4s(row.ids), int4s(row.entry_counts), times(row.last_moved)];
      int4s(row.ordinals).forEach((ordinal, index) => {
        const place = (ordinal ?? 0) - 1;
        const key = keys[place];
        if (!key) return;
        found[place] = {
          ...key,
          id: ids[index] ?? 0,
          entryCount: entryCounts[index] ?? 0,
          lastMovedAt: lastMoved[index] ?? null,
        };
      });
    }
    return found;
  }
}

const keyColumns = (keys: readonly RankingPeriodKey[]): unknown[] => [
  int4Array(keys.map(({ rankingId }) => rankingId)),
  textArray(keys.map(({ period }) => period)),
];

/** Returns one row of packed columns. */
const LOAD = `
  SELECT ${packed('wanted.ordinal::int')} AS ordinals, ${packed('part.id')} AS ids,
    ${packed('part.entry_count')} AS entry_counts, ${packed('part.last_moved_at')} AS last_moved
  FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS wanted (ranking_id, period, ordinal)
  CROSS JOIN LATERAL (
    SELECT id, entry_count, CASE WHEN last_moved_at > '-infinity' THEN last_moved_at END AS last_moved_at
    FROM ranking_periods WHERE ranking_id = wanted.ranking_id AND period = wanted.period OFFSET 0
  ) AS part`;

const MAKE = `
  INSERT INTO ranking_periods (ranking_id, period)
  SELECT ranking_id, period FROM unnest($1::int[], $2::text[]) AS made (ranking_id, period)
  ON CONFLICT (ranking_id, period) DO NOTHING RETURNING id`;

/** Found one by one first: a plan from when there were few periods compares each of them with each that grows. */
const GROW = `
  UPDATE ranking_periods AS part SET entry_count = part.entry_count + growth.entries,
    last_moved_at = greatest(part.last_moved_at, growth.last_moved_at),
    first_moved_at = CASE WHEN part.last_moved_at > '-infinity' THEN part.first_moved_at ELSE growth.first_moved_at END
  FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::timestamptz[])
    AS growth (id, entries, last_moved_at, first_moved_at)
  CROSS JOIN LATERAL (SELECT ctid AS row FROM ranking_periods WHERE id = growth.id OFFSET 0) AS found
  WHERE part.ctid = found.row`;
