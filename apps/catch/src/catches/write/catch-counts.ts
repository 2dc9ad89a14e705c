import { inTransaction, POOL } from '@cds/postgres';
import { RecurringTask } from '@cds/work-queue';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';

const FOLD_EVERY_MS = 1_000;
/**
 * Folded rows leave dead ones behind, which readers of the deltas would wade through until the next automatic vacuum.
 */
const VACUUM_AFTER_ROWS = 5_000;

/**
 * Folds the counts' deltas into the counts. A total reads both in one snapshot, so it is exact whether or not, and
 * however late, this runs; folding keeps the deltas few. One copy at a time does it.
 */
@Injectable()
export class CatchCounts implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly folding: RecurringTask;
  private foldedSinceVacuum = 0;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    logger: ServiceLogger,
  ) {
    this.folding = new RecurringTask(
      FOLD_EVERY_MS,
      () => this.tick(),
      (error) => logger.warn('counts.not_folded', { err: error }),
    );
  }

  onApplicationBootstrap(): void {
    this.folding.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.folding.stop();
  }

  /** Folds what is there; answers how many deltas that were. */
  async fold(): Promise<number> {
    return inTransaction(this.pool, async (tx) => {
      const { rows } = await tx.query<{ mine: boolean }>(
        "SELECT pg_try_advisory_xact_lock(hashtext('catch-counts')) AS mine",
      );
      if (!rows[0]?.mine) return 0;
      const { rows: folded } = await tx.query<{ count: number }>(FOLD);
      return folded[0]?.count ?? 0;
    });
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
