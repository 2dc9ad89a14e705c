import { POOL } from '@cds/postgres';
import { BackgroundWork, exclusively } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

const FOLD_EVERY_MS = 1_000;
/** One copy at a time folds; also the name of the lock that previous releases take. */
const LOCK = 'catch-counts';
/**
 * Folded rows leave dead ones behind, which readers of the deltas would wade through until the next automatic vacuum.
 */
const VACUUM_AFTER_ROWS = 5_000;

/**
 * Folds the counts' deltas into the counts. A total reads both in one snapshot, so it is exact whether or not, and
 * however late, this runs; folding keeps the deltas few. One copy at a time does it.
 */
@Injectable()
export class CatchCounts {
  private foldedSinceVacuum = 0;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    background: BackgroundWork,
  ) {
    background.recurring({ name: LOCK, everyMs: FOLD_EVERY_MS, run: () => this.tick() });
  }

  /** Folds what is there; returns how many deltas that were. */
  async fold(): Promise<number> {
    const folded = await exclusively(this.pool, LOCK, (tx) => tx.query<{ count: number }>(FOLD));
    return folded?.rows[0]?.count ?? 0;
  }

  private async tick(): Promise<void> {
    const { rows } = await this.pool.query('SELECT 1 FROM catch_count_deltas LIMIT 1');
    if (rows.length === 0) return;
    this.foldedSinceVacuum += await this.fold();
    if (this.foldedSinceVacuum < VACUUM_AFTER_ROWS) return;
    this.foldedSinceVacuum = 0;
    await this.pool.query('VACUUM catch_count_deltas');
  }
}

const FOLD = `
WITH taken AS (DELETE FROM catch_count_deltas RETURNING species_id, verification_tier, delta),
sums AS (
  SELECT coalesce(species_id, '*') AS species_id, coalesce(verification_tier, -1) AS tier, sum(delta) AS delta
  FROM taken GROUP BY CUBE (species_id, verification_tier)
),
folded AS (
  INSERT INTO catch_counts AS counts (species_id, verification_tier, count)
  SELECT species_id, tier, delta FROM sums WHERE delta IS NOT NULL
  ON CONFLICT (species_id, verification_tier) DO UPDATE SET count = counts.count + excluded.count
)
SELECT count(*)::int AS count FROM taken`;
