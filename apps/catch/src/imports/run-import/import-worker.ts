import { setImmediate as otherWork } from 'node:timers/promises';
import { BackgroundWork, type Turn, type TurnEnd, type Worker } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { TURN_MS } from '../../jobs/account-jobs.js';
import { ImportQueue } from '../import-queue.js';
import type { ImportFields, ImportJobRow } from '../import-job.js';
import { MAX_LINES, MAX_ROWS } from '../import-limits.js';
import { fileRefused } from '../import.errors.js';
import { SweepImports } from '../sweep-imports.js';
import type { ImportBatch } from './import-batch.js';
import { ImportRows } from './import-rows.js';
import { OpenBatch } from './open-batch.js';
import { type CheckRow, RowCheck } from './row-check.js';
import type { BlankLine, SourceRow } from './source-row.js';
import { WriteBatch } from './write-batch.js';

/** So many lines are read and checked before requests have their turn again. */
const LINES_AT_A_TIME = 10;

/**
 * Reads the files of imports, a batch at a time: while one is written, the next one waits, and one more is read and
 * checked.
 */
@Injectable()
export class ImportWorker {
  private readonly worker: Worker<ImportFields>;

  constructor(
    queue: ImportQueue,
    background: BackgroundWork,
    sweeper: SweepImports,
    private readonly rows: ImportRows,
    private readonly check: RowCheck,
    private readonly write: WriteBatch,
  ) {
    this.worker = background.worker({
      name: 'imports',
      queue,
      turnMs: TURN_MS,
      work: (job, turn) => this.work(job, turn),
      onEnd: () => sweeper.sweepSoon(),
    });
  }

  /** Looks for imports now. */
  wake(): void {
    this.worker.wake();
  }

  private async work(job: ImportJobRow, turn: Turn): Promise<TurnEnd> {
    const caller = {
      accountId: job.account_id,
      accountName: job.account_name,
      credentialId: job.credential_id,
      scopes: [],
    };
    const check = this.check.forTurn(caller, job.created_at);
    let lastButOne: Promise<void> = Promise.resolve();
    let last = lastButOne;
    try {
      for await (const batch of this.batches(job, check, turn)) {
        await lastButOne;
        if (turn.isOver()) return { afterSeconds: 0 };
        [lastButOne, last] = [last, last.then(() => this.write.execute(job, batch))];
        last.catch(() => undefined); // It is awaited before the one after the next, or at the end.
      }
    } finally {
      await last;
    }
    return 'done';
  }

  /** Where the file breaks off or goes over a limit, the rows before come first, then the failure. */
  private async *batches(job: ImportJobRow, check: CheckRow, turn: Turn): AsyncGenerator<ImportBatch> {
    let batch = new OpenBatch({ position: Number(job.position), lines: job.lines });
    let failure: unknown;
    try {
      for await (const line of this.linesWithin(job)) {
        if (!('isBlank' in line)) batch.add(await check(line));
        batch.reach(line.next);
        if (batch.lines % LINES_AT_A_TIME === 0) await otherWork();
        turn.keep();
        if (!batch.isFull) continue;
        yield batch;
        batch = new OpenBatch(batch.next);
      }
    } catch (error) {
      failure = error;
    }
    if (batch.rows.length > 0) yield batch;
    if (failure) throw failure;
  }

  private async *linesWithin(job: ImportJobRow): AsyncGenerator<SourceRow | BlankLine> {
    let left = MAX_ROWS - (job.accepted + job.duplicates + job.rejected);
    for await (const line of this.rows.of(job)) {
      if (line.next.lines > MAX_LINES)
        throw fileRefused(`The file has more than ${MAX_LINES} lines. The rows within them were imported.`);
      if (!('isBlank' in line)) {
        if (left === 0)
          throw fileRefused(`The file has more than ${MAX_ROWS} rows. The first ${MAX_ROWS} were imported.`);
        left -= 1;
      }
      yield line;
    }
  }
}
