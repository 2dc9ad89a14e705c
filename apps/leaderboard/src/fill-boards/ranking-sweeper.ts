import { inTransaction, POOL } from '@cds/postgres';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { sameRule } from '../entries/rankings/ranking.js';
import { takeWriterLock } from '../entries/rankings/writer-lock.js';

const EVERY_MS = 60_000;
const BATCH = 2_000;

/** The tables with rows of a ranking's periods. */
const TABLES = ['ranked_entries', 'entry_versions', 'species_tallies', 'rank_segments', 'rank_blocks'];

/** Deletes rankings that no board shows, showed or waits for, a bounded number of rows per transaction. */
@Injectable()
export class RankingSweeper {
  private readonly sweeper: Sweeper;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    background: BackgroundWork,
  ) {
    const ofTables = TABLES.map((table) => (db: Pick<pg.Pool, 'query'>) => db.query(rowsSql(table), [BATCH]));
    this.sweeper = background.sweeper({
      name: 'rankings',
      everyMs: EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [
        () => this.retire(),
        ...ofTables,
        (db) => db.query(PERIODS, [BATCH]),
        (db) => db.query(RANKINGS, [BATCH]),
      ],
    });
  }

  /** Sweeps now. Returns the number of rows. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }

  private retire(): Promise<pg.QueryResult> {
    return inTransaction(this.pool, async (tx) => {
      await takeWriterLock(tx);
      return tx.query(RETIRE, [BATCH]);
    });
  }
}

// One that a board showed stays for readers of that time, but no catch moves its entries any more: else each edit of a
// rule would leave another ranking that every catch has to be counted in.
const RETIRE = `
  UPDATE rankings SET state = 'retired' WHERE id IN (
    SELECT ranking.id FROM rankings AS ranking
    WHERE ranking.state <> 'retired'
      AND NOT EXISTS (
        SELECT FROM board_rankings AS shown WHERE shown.ranking_id = ranking.id AND shown.served_until IS NULL
      )
      AND NOT EXISTS (SELECT FROM boards AS board WHERE ${sameRule('board', 'ranking')})
    LIMIT $1
  )`;

const UNUSED = `
  FROM rankings AS ranking WHERE ranking.state = 'retired'
    AND NOT EXISTS (SELECT FROM board_rankings AS shown WHERE shown.ranking_id = ranking.id)`;

const rowsSql = (table: string): string => `
  DELETE FROM ${table} WHERE ctid IN (
    SELECT part.ctid FROM (
      SELECT id FROM ranking_periods WHERE ranking_id IN (SELECT ranking.id ${UNUSED})
    ) AS unused CROSS JOIN LATERAL (
      SELECT ctid FROM ${table} WHERE period_id = unused.id LIMIT $1
    ) AS part
    LIMIT $1
  )`;

const PERIODS = `
  DELETE FROM ranking_periods WHERE id IN (
    SELECT id FROM ranking_periods WHERE ranking_id IN (SELECT ranking.id ${UNUSED}) LIMIT $1
  )`;

const RANKINGS = `DELETE FROM rankings WHERE id IN (SELECT ranking.id ${UNUSED} LIMIT $1)`;
