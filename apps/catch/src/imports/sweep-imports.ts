import { POOL } from '@cds/postgres';
import { BackgroundWork, type RecurringTask, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ObjectStorage } from '@cds/storage';
import { importKey } from './import-job.js';
import { FORGET_IMPORTS, FORGET_REJECTIONS, FORGET_ROWS, FORGET_SOURCES } from '../jobs/forget-imports.sql.js';

const EVERY_MS = 60_000;
const FILES_AT_ONCE = 100;
const ROWS_AT_ONCE = 2_000;

/**
 * Removes the files of imports that ended or were never sent whole, what is half-written, and rows that are older than
 * `docs/retention.md` says.
 */
@Injectable()
export class SweepImports {
  private readonly files: RecurringTask;
  private readonly rows: Sweeper;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly storage: ObjectStorage,
    background: BackgroundWork,
  ) {
    this.files = background.recurring({ name: 'import-files', everyMs: EVERY_MS, run: () => this.removeFiles() });
    this.rows = background.sweeper({
      name: 'imports',
      everyMs: EVERY_MS,
      pool,
      batchSize: ROWS_AT_ONCE,
      batches: [FORGET_REJECTIONS, FORGET_IMPORTS, FORGET_ROWS, FORGET_SOURCES].map(
        (sql) => (db) => db.query(sql, [ROWS_AT_ONCE]),
      ),
    });
  }

  /** An import has ended. */
  sweepSoon(): void {
    this.files.runSoon();
  }

  /** Sweeps now. */
  async execute(): Promise<void> {
    await this.removeFiles();
    await this.rows.sweep();
  }

  private async removeFiles(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>(WITH_FILE, [FILES_AT_ONCE]);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) {
      await this.storage.remove(ids.map(importKey));
      await this.pool.query('UPDATE imports SET has_file = false WHERE id = ANY($1)', [ids]);
      await this.pool.query("DELETE FROM imports WHERE id = ANY($1) AND status = 'uploading'", [ids]);
    }
    await this.storage.sweep(new Date());
  }
}

/** An upload takes an hour at most. */
const WITH_FILE = `
SELECT id FROM imports
WHERE has_file AND (status IN ('completed', 'failed') OR (status = 'uploading'
  AND created_at < now() - interval '2 hours'))
ORDER BY created_at LIMIT $1`;
