import { Readable } from 'node:stream';
import { inTransaction, POOL } from '@cds/postgres';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { catchFilterQuery } from '../../catches/read/catch-list/catch-list.schemas.js';
import type { CatchFilter } from '../../catches/read/catch-list/catch-filter.js';
import { CatchWalkQuery } from '../../catches/read/catch-list/catch-walk.query.js';
import { JobWorker, type TurnEnd } from '../../jobs/job-worker.js';
import { ObjectStorage } from '../../storage/object-storage.js';
import { exportFolder, type ExportJobRow, partName } from '../export-job.js';
import { ExportQueue } from '../export-queue.js';
import { SweepExports } from '../sweep-exports.js';
import { exportLines } from './export-lines.js';
import { ExportPart } from './export-part.js';

const HOLD_EVERY_MS = 3_000;

/** Writes exports, a part at a time; who takes one over goes on behind the last finished part. */
@Injectable()
export class ExportWorker extends JobWorker<ExportJobRow> {
  constructor(
    private readonly exports: ExportQueue,
    logger: ServiceLogger,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly walk: CatchWalkQuery,
    private readonly storage: ObjectStorage,
    private readonly sweeper: SweepExports,
  ) {
    super('exports', exports, logger);
  }

  protected override async work(job: ExportJobRow, isOver: () => boolean): Promise<TurnEnd> {
    if (job.expected === null)
      await this.pool.query('UPDATE exports SET expected = $2 WHERE id = $1', [
        job.id,
        await this.walk.total(job.account_id),
      ]);
    const filter = await this.walk.filterOf(catchFilterQuery.parse(job.filter), job.account_id);
    let afterId = job.last_id;
    for (let index = job.part_names.length; ; index += 1) {
      const part = await this.writePart(job, filter, afterId, index);
      await this.finishPart(job, partName(job, index), part);
      if (part.isLast) return 'done';
      if (isOver()) return { afterSeconds: 0 };
      afterId = part.lastId;
    }
  }

  protected override sweep(): Promise<void> {
    return this.sweeper.execute();
  }

  private async writePart(job: ExportJobRow, filter: CatchFilter, afterId: string, index: number): Promise<ExportPart> {
    // Before anything is stored, so that what a killed worker leaves is removed with the export.
    await this.pool.query('UPDATE exports SET has_file = true WHERE id = $1', [job.id]);
    const part = new ExportPart(
      this.walk,
      filter,
      job.account_id,
      exportLines(job.format),
      { afterId, isFirst: index === 0 },
      this.holding(job),
    );
    await this.storage.write(exportFolder(job.id) + partName(job, index), Readable.from(part.content()));
    return part;
  }

  /** Keeps the job while a part is written. */
  private holding(job: ExportJobRow): () => Promise<void> {
    let heldAt = -Infinity;
    return async () => {
      if (performance.now() - heldAt < HOLD_EVERY_MS) return;
      heldAt = performance.now();
      await this.exports.hold(this.pool, job);
    };
  }

  private async finishPart(
    job: ExportJobRow,
    name: string,
    { rows, walked, bytes, lastId, isLast, anglerIds }: ExportPart,
  ): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      await this.exports.hold(tx, job);
      await tx.query(ADD_ANGLERS, [job.id, [...anglerIds]]);
      await tx.query(ADD_PART, [job.id, lastId, walked, rows, name, bytes]);
      if (isLast) await tx.query(COMPLETE, [job.id]);
    });
  }
}

const ADD_ANGLERS =
  'INSERT INTO export_anglers (export_id, angler_id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING';

const ADD_PART = `UPDATE exports
  SET last_id = $2, walked = walked + $3, rows = rows + $4, part_names = part_names || $5::text,
  part_bytes = part_bytes || $6::bigint, attempts = 0, stalls = 0, error = NULL WHERE id = $1`;

const COMPLETE = `UPDATE exports
  SET status = 'completed', completed_at = now(), expires_at = now() + interval '7 days', lease = NULL WHERE id = $1`;
