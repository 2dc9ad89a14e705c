import { inBatches, POOL } from '@cds/postgres';
import { BackgroundWork, type RecurringTask, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ObjectStorage } from '@cds/storage';
import { StoredBytes } from '../stored-bytes/stored-bytes.js';
import { exportFolder } from './export-job.js';

const EVERY_MS = 60_000;
const FILES_AT_ONCE = 20;
const ROWS_AT_ONCE = 2_000;

/**
 * Removes the files of exports that failed or have expired, and the record of what was in their parts, which an
 * erasure needs only while there is a file. Forgets exports 30 days after their end.
 */
@Injectable()
export class SweepExports {
  private readonly files: RecurringTask;
  private readonly rows: Sweeper;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly storage: ObjectStorage,
    private readonly stored: StoredBytes,
    background: BackgroundWork,
  ) {
    this.files = background.recurring({ name: 'export-files', everyMs: EVERY_MS, run: () => this.removeFiles() });
    this.rows = background.sweeper({
      name: 'exports',
      everyMs: EVERY_MS,
      pool,
      batchSize: ROWS_AT_ONCE,
      batches: [FORGET_ANGLERS, FORGET].map((sql) => (db) => db.query(sql, [ROWS_AT_ONCE])),
    });
  }

  /** An export has ended. */
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
    for (const { id } of rows) {
      for await (const { key } of this.storage.list(exportFolder(id))) await this.storage.remove([key]);
      await this.stored.remove(this.pool, 'exports', [id]);
      await inBatches(ROWS_AT_ONCE, () => this.pool.query(FORGET_ANGLERS_OF, [id, ROWS_AT_ONCE]));
      await inBatches(ROWS_AT_ONCE, () => this.pool.query(FORGET_PARTS_OF, [id, ROWS_AT_ONCE]));
      await this.pool.query(HAS_NO_FILE, [id]);
    }
  }
}

const WITH_FILE = `
(SELECT id FROM exports WHERE has_file AND expires_at <= now() ORDER BY expires_at LIMIT $1)
UNION ALL
(SELECT id FROM exports WHERE has_file AND expires_at IS NULL AND status = 'failed' LIMIT $1)`;

const FORGET_ANGLERS_OF = `
DELETE FROM export_anglers WHERE (angler_id, export_id) IN (
  SELECT angler_id, export_id FROM export_anglers WHERE export_id = $1 ORDER BY angler_id LIMIT $2)`;

const FORGET_PARTS_OF = `
DELETE FROM export_parts WHERE (export_id, name) IN (
  SELECT export_id, name FROM export_parts WHERE export_id = $1 ORDER BY name LIMIT $2)`;

/** Another copy may be removing the same one: it comes again while anglers are left. */
const HAS_NO_FILE = `
UPDATE exports SET has_file = false WHERE id = $1 AND NOT EXISTS (SELECT FROM export_anglers WHERE export_id = $1)`;

const OVER = "completed_at < now() - interval '30 days' AND NOT has_file";

const FORGET_ANGLERS = `
DELETE FROM export_anglers WHERE (angler_id, export_id) IN (
  SELECT holder.angler_id, holder.export_id FROM exports JOIN export_anglers AS holder ON export_id = exports.id
  WHERE ${OVER} ORDER BY completed_at LIMIT $1 FOR UPDATE OF holder SKIP LOCKED)`;

const FORGET = `
DELETE FROM exports WHERE id IN (SELECT id FROM exports WHERE ${OVER}
  AND NOT EXISTS (SELECT FROM export_anglers WHERE export_id = exports.id)
  ORDER BY completed_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;
