import { Readable } from 'node:stream';
import { hasCode } from '@cds/errors';
import { POOL } from '@cds/postgres';
import { BackgroundWork, type Turn, type TurnEnd, type Worker } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { catchFilterQuery } from '../../catches/read/catch-list/catch-list.schemas.js';
import type { CatchFilter } from '../../catches/read/catch-list/catch-filter.js';
import { CatchWalkQuery } from '../../catches/read/catch-list/catch-walk.query.js';
import { PrismaService } from '../../database/prisma.service.js';
import { TURN_MS } from '../../jobs/account-jobs.js';
import { ObjectStorage } from '@cds/storage';
import { exportFolder, type ExportFields, type ExportJobRow, newPartName } from '../export-job.js';
import { ExportQueue } from '../export-queue.js';
import { SweepExports } from '../sweep-exports.js';
import { exportLines } from './export-lines.js';
import { currentSnapshot } from './erased-since.js';
import { ExportPart, type PartRange } from './export-part.js';
import { ExportParts, type WrittenPart } from './export-parts.js';

/** While the account searches so much that an export has to wait. */
const SEARCH_AGAIN_SECONDS = 2;
/** While anglers are erased of whom a part says something: mostly a moment. */
const READ_AGAIN_SECONDS = 1;

/**
 * Writes exports, one part at a time. A worker that takes an export over continues after its last finished part. An
 * erasure does not hold the walk up: the parts that it marks as stale are written again when the walk has ended.
 */
@Injectable()
export class ExportWorker {
  private readonly worker: Worker<ExportFields>;

  constructor(
    exports: ExportQueue,
    background: BackgroundWork,
    sweeper: SweepExports,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly prisma: PrismaService,
    private readonly walk: CatchWalkQuery,
    private readonly storage: ObjectStorage,
    private readonly parts: ExportParts,
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
    return (await this.walkOn(job, turn)) ?? this.finish(job, turn);
  }

  /** Adds parts until there are no further catches; undefined then. */
  private async walkOn(job: ExportJobRow, turn: Turn): Promise<TurnEnd | undefined> {
    let afterId = job.last_id;
    for (let index = job.part_names.length; ; index += 1) {
      const written = await this.writePart(job, index, { afterId, isFirst: index === 0 }, turn);
      if (!written) return { afterSeconds: SEARCH_AGAIN_SECONDS };
      const { part, name } = written;
      // Nothing has come since the walk ended in an earlier turn.
      if (part.walked === 0 && index > 0) return void (await this.storage.remove([exportFolder(job.id) + name]));
      await this.parts.add(job, written);
      if (part.isLast) return undefined;
      afterId = part.lastId;
      if (turn.isOver()) return { afterSeconds: 0 };
    }
  }

  /** Writes stale parts again until there is none, and ends the export then. */
  private async finish(job: ExportJobRow, turn: Turn): Promise<TurnEnd> {
    const inVain = new Set<number>();
    for (;;) {
      const stale = await this.parts.nextStale(job);
      if (stale === 'unknown') return this.beginAgain(job);
      if (!stale) {
        if (await this.parts.complete(job)) return 'settled';
        continue;
      }
      if (inVain.has(stale.index)) return { afterSeconds: READ_AGAIN_SECONDS };
      // Before it is replaced: otherwise a worker that is killed would leave it behind.
      await this.storage.remove([exportFolder(job.id) + stale.name]);
      const { index, after_id: afterId, last_id: toId } = stale;
      const written = await this.writePart(job, index, { afterId, toId, isFirst: index === 0 }, turn);
      if (!written) return { afterSeconds: SEARCH_AGAIN_SECONDS };
      if (!(await this.parts.replace(job, stale, written))) inVain.add(index);
      if (turn.isOver()) return { afterSeconds: 0 };
    }
  }

  private async beginAgain(job: ExportJobRow): Promise<TurnEnd> {
    const names = await this.parts.beginAgain(job);
    await this.storage.remove(names.map((name) => exportFolder(job.id) + name));
    return { afterSeconds: 0 };
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
    index: number,
    range: PartRange,
    turn: Turn,
  ): Promise<WrittenPart | undefined> {
    const snapshot = await currentSnapshot(this.pool);
    // Of each part anew and after its snapshot: the filter names the anglers whose erasure is at work, by whose notes
    // nothing may be found any more, and an erasure that it does not name yet is one since the snapshot.
    const filter = await this.filterOf(job);
    if (!filter) return undefined;
    // Before anything is stored, so that what a killed worker leaves is removed with the export.
    await this.prisma.exportJob.update({ where: { id: job.id }, data: { hasFile: true }, select: { id: true } });
    const part = new ExportPart(this.walk, filter, job.account_id, exportLines(job.format), range, () => turn.keep());
    const name = newPartName(index);
    await this.storage.write(exportFolder(job.id) + name, Readable.from(part.content()));
    return { part, index, name, snapshot };
  }
}
