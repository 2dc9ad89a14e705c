import { Readable } from 'node:stream';
import { hasCode } from '@cds/errors';
import { inTransaction, POOL } from '@cds/postgres';
import { BackgroundWork, type Turn, type TurnEnd, type Worker } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { catchFilterQuery } from '../../catches/read/catch-list/catch-list.schemas.js';
import type { CatchFilter } from '../../catches/read/catch-list/catch-filter.js';
import { CatchWalkQuery } from '../../catches/read/catch-list/catch-walk.query.js';
import { PrismaService } from '../../database/prisma.service.js';
import { TURN_MS } from '../../jobs/account-jobs.js';
import { fileSpace, ObjectStorage } from '@cds/storage';
import { StoredBytes } from '../../stored-bytes/stored-bytes.js';
import { exportFolder, type ExportFields, type ExportJobRow, partName } from '../export-job.js';
import { ExportQueue } from '../export-queue.js';
import { SweepExports } from '../sweep-exports.js';
import { exportLines } from './export-lines.js';
import { ExportPart } from './export-part.js';
import { anglersOf, currentSnapshot, erasedSince } from './erased-since.js';

/** While the account searches so much that an export has to wait. */
const SEARCH_AGAIN_SECONDS = 2;
/** While an angler of whom a part says something is erased: mostly a moment. */
const READ_AGAIN_SECONDS = 1;

/** A part that is written: what it is, and what was visible before it was read. */
interface WrittenPart {
  readonly part: ExportPart;
  readonly name: string;
  readonly snapshot: string;
}

/** Writes exports, one part at a time. A worker that takes an export over continues after its last finished part. */
@Injectable()
export class ExportWorker {
  private readonly worker: Worker<ExportFields>;

  constructor(
    private readonly exports: ExportQueue,
    background: BackgroundWork,
    sweeper: SweepExports,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly prisma: PrismaService,
    private readonly walk: CatchWalkQuery,
    private readonly storage: ObjectStorage,
    private readonly stored: StoredBytes,
  ) {
    this.worker = background.worker({
      name: 'exports',
      queue: exports,
      turnMs: TURN_MS,
      work: (job, turn) => this.work(job, turn),
      onEnd: () => sweeper.sweepSoon(),
    });
  }

  /** Looks for exports now. */
  wake(): void {
    this.worker.wake();
  }

  private async work(job: ExportJobRow, turn: Turn): Promise<TurnEnd> {
    if (job.expected === null) await this.expect(job.id, await this.walk.total(job.account_id));
    let afterId = job.last_id;
    for (let index = job.part_names.length; ;) {
      const written = await this.writePart(job, afterId, index, turn);
      if (!written) return { afterSeconds: SEARCH_AGAIN_SECONDS };
      if (!(await this.finishPart(job, written))) {
        await this.storage.remove([exportFolder(job.id) + written.name]);
        return { afterSeconds: READ_AGAIN_SECONDS };
      }
      if (written.part.isLast) return 'settled';
      afterId = written.part.lastId;
      index += 1;
      if (turn.isOver()) return { afterSeconds: 0 };
    }
  }

  /** Undefined when too much of the account waits to search. */
  private async filterOf({ filter, account_id: accountId }: ExportJobRow): Promise<CatchFilter | undefined> {
    try {
      return await this.walk.filterOf(catchFilterQuery.parse(filter), accountId);
    } catch (error) {
      if (hasCode(error, 'limit.heavy_reads')) return undefined;
      throw error;
    }
  }

  private async expect(id: string, catches: number): Promise<void> {
    await this.prisma.exportJob.update({ where: { id }, data: { expected: BigInt(catches) }, select: { id: true } });
  }

  /** Undefined as `filterOf` says; nothing is stored then. */
  private async writePart(
    job: ExportJobRow,
    afterId: string,
    index: number,
    turn: Turn,
  ): Promise<WrittenPart | undefined> {
    const snapshot = await currentSnapshot(this.pool);
    // Of each part anew and after its snapshot: the filter names the anglers whose erasure is at work, by whose notes
    // nothing may be found any more, and an erasure that it does not name yet is one since the snapshot.
    const filter = await this.filterOf(job);
    if (!filter) return undefined;
    // Before anything is stored, so that what a killed worker leaves is removed with the export.
    await this.prisma.exportJob.update({ where: { id: job.id }, data: { hasFile: true }, select: { id: true } });
    const part = new ExportPart(
      this.walk,
      filter,
      job.account_id,
      exportLines(job.format),
      { afterId, isFirst: index === 0 },
      () => turn.keep(),
    );
    const name = partName(job, index);
    await this.storage.write(exportFolder(job.id) + name, Readable.from(part.content()));
    return { part, name, snapshot };
  }

  /**
   * Adds the part to the export. False when an angler in it was erased after its reading began: it must be read anew.
   * The anglers are locked before the export, in the order of an erasure, which therefore either sees the part in the
   * export or is seen here.
   */
  private finishPart(job: ExportJobRow, { part, name, snapshot }: WrittenPart): Promise<boolean> {
    return inTransaction(this.pool, async (tx) => {
      if (await erasedSince(tx, part, snapshot)) return false;
      await this.exports.progress(tx, job);
      const bytes = fileSpace(part.bytes);
      await this.stored.add(tx, { kind: 'exports', id: job.id, accountId: job.account_id, bytes });
      await tx.query(ADD_ANGLERS, [job.id, anglersOf(part)]);
      await tx.query(ADD_PART, [job.id, part.lastId, part.walked, part.rows, name, part.bytes]);
      if (part.isLast) await this.exports.complete(tx, job);
      return true;
    });
  }
}

const ADD_ANGLERS =
  'INSERT INTO export_anglers (export_id, angler_id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING';

const ADD_PART = `UPDATE exports
  SET last_id = $2, walked = walked + $3, rows = rows + $4, part_names = part_names || $5::text,
  part_bytes = part_bytes || $6::bigint WHERE id = $1`;
