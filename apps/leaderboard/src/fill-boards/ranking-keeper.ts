import { inTransaction, POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { RULE_COLUMNS, sameRule } from '../entries/rankings/ranking.js';
import { takeWriterLock } from '../entries/rankings/writer-lock.js';

/** As many rows as one transaction handles. */
const BATCH = 500;

/** Makes the rankings that boards wait for, and settles those that no catch can be in: many at a time. */
@Injectable()
export class RankingKeeper {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Adds jobs for boards that show nothing, such as those that the previous release made. Returns their number. */
  async adopt(): Promise<number> {
    return this.inBatches(() => this.pool.query(ADOPT, [BATCH]));
  }

  /** Makes the rankings of boards with jobs. Returns their number. */
  async make(): Promise<number> {
    return this.inBatches(() => this.locked(MAKE));
  }

  /** Completes new rankings of species without catches. Returns their number. */
  async settle(): Promise<number> {
    return this.inBatches(() => this.locked(SETTLE));
  }

  private locked(text: string): Promise<pg.QueryResult> {
    return inTransaction(this.pool, async (tx) => {
      await takeWriterLock(tx);
      return tx.query(text, [BATCH]);
    });
  }

  private async inBatches(work: () => Promise<{ rowCount: number | null }>): Promise<number> {
    for (let total = 0; ;) {
      const rows = (await work()).rowCount ?? 0;
      total += rows;
      if (rows < BATCH) return total;
    }
  }
}

const ADOPT = `
  INSERT INTO board_jobs (board_id)
  SELECT id FROM boards WHERE NOT EXISTS (SELECT FROM board_jobs WHERE board_id = boards.id)
    AND NOT EXISTS (SELECT FROM board_rankings WHERE board_id = boards.id AND served_until IS NULL)
  ORDER BY id LIMIT $1 ON CONFLICT (board_id) DO NOTHING`;

const MAKE = `
  INSERT INTO rankings (${RULE_COLUMNS})
  SELECT DISTINCT metric, species_id, region, min_verification_tier, period
  FROM board_jobs AS job JOIN boards AS board ON board.id = job.board_id
  WHERE NOT EXISTS (SELECT FROM rankings AS other WHERE other.state <> 'retired' AND ${sameRule('other', 'board')})
  LIMIT $1
  ON CONFLICT DO NOTHING`;

// A change that waits is of a catch that counted before it: the ranking has to begin with that catch. That live
// rankings are of the same species is said once more for its index: a plan made when there were few rankings reads each
// of them for each.
const SETTLE = `
  UPDATE rankings SET state = 'live' WHERE id IN (
    SELECT ranking.id FROM rankings AS ranking
    WHERE ranking.state = 'filling' AND ranking.filled_angler_id = '' AND ranking.species_id IS NOT NULL
      AND ranking.min_verification_tier <> 'unverified'
      AND NOT EXISTS (
        SELECT FROM catch_facts AS fact WHERE fact.species_id = ranking.species_id AND NOT fact.deleted
        AND fact.verification_tier >= 'photo'
      )
      AND NOT EXISTS (
        SELECT FROM catch_changes
        WHERE before->>'verification_tier' <> 'unverified' AND before->>'species_id' = ranking.species_id
      )
      AND NOT EXISTS (SELECT FROM rankings AS live WHERE live.state = 'live' AND live.species_id = ranking.species_id
        AND ${sameRule('live', 'ranking')})
    ORDER BY ranking.id LIMIT $1
  )`;
