import { inTransaction, POOL } from '@cds/postgres';
import { BackgroundWork, type RecurringTask, type SweepBatch, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ObjectStorage } from '@cds/storage';
import { StoredBytes } from '../stored-bytes/stored-bytes.js';
import { importKey, refusedRowsKey } from './import-job.js';
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
    private readonly stored: StoredBytes,
    background: BackgroundWork,
  ) {
    this.files = background.recurring({ name: 'import-files', everyMs: EVERY_MS, run: () => this.removeFiles() });
    this.rows = background.sweeper({
      name: 'imports',
      everyMs: EVERY_MS,
      pool,
      batchSize: ROWS_AT_ONCE,
      batches: [
        (db) => db.query(FORGET_REJECTIONS, [ROWS_AT_ONCE]),
        () => this.forgetImports(),
        ...[FORGET_ROWS, FORGET_SOURCES].map(
          (sql): SweepBatch =>
            (db) =>
              db.query(sql, [ROWS_AT_ONCE]),
        ),
      ],
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
    const ids = idsOf(rows);
    if (ids.length > 0) {
      await this.storage.remove(ids.map(importKey));
      await this.stored.remove(this.pool, 'imports', ids);
      await this.pool.query('UPDATE imports SET has_file = false WHERE id = ANY($1)', [ids]);
      await this.pool.query("DELETE FROM imports WHERE id = ANY($1) AND status = 'uploading'", [ids]);
    }
    await this.storage.sweep(new Date());
  }

  /** The rows that they refused are gone before: the account has room again. */
  private forgetImports(): ReturnType<SweepBatch> {
    return inTransaction(this.pool, async (tx) => {
      const { rows, rowCount } = await tx.query<{ id: string }>(FORGET_IMPORTS, [ROWS_AT_ONCE]);
      if (rows.length > 0) await this.stored.remove(tx, 'imports', idsOf(rows).map(refusedRowsKey));
      return { rowCount };
    });
  }
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** An upload takes an hour at most. */
const WITH_FILE = `
SELECT id FROM imports
WHERE has_file AND (status IN ('completed', 'failed') OR (status = 'uploading'
  AND created_at < now() - interval '2 hours'))
ORDER BY created_at LIMIT $1`;
