import type { Readable } from 'node:stream';
import { Clock, newId, POOL, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PrismaService } from '../../database/prisma.service.js';
import { ObjectStorage } from '../../storage/object-storage.js';
import { type ImportFormat, importKey } from '../import-job.js';
import { importView, type ImportView } from '../import-view.js';
import { ImportWorker } from '../run-import/import-worker.js';
import { IMPORT_MAX_BYTES } from '../import-limits.js';
import { ReceivedFile } from './received-file.js';

export interface UploadedBody {
  readonly body: Readable;
  readonly format: ImportFormat;
  readonly isGzip: boolean;
}

@Injectable()
export class UploadImportHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(IMPORT_MAX_BYTES) private readonly maxBytes: number,
    private readonly prisma: PrismaService,
    private readonly storage: ObjectStorage,
    private readonly worker: ImportWorker,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the file as it comes and queues its import, which is there once this resolves. Fails with `request.too_large`, with
   * `request.invalid` for broken gzip, with `storage.unavailable`; nothing is imported then.
   */
  async execute({ body, format, isGzip }: UploadedBody, caller: Requester): Promise<ImportView> {
    const id = newId('import');
    await this.begin(id, format, caller);
    const file = new ReceivedFile(body, { isGzip, limit: this.maxBytes });
    try {
      await this.storage.write(importKey(id), file.content);
    } catch (error) {
      file.content.destroy();
      await this.pool.query('DELETE FROM imports WHERE id = $1', [id]).catch(() => undefined); // Else the sweeper does it.
      throw error;
    }
    const { sizeBytes, digest } = file.facts;
    await this.pool.query(QUEUE, [id, caller.accountId, digest, sizeBytes]);
    const queued = await this.prisma.importJob.findUniqueOrThrow({ where: { id } });
    this.worker.wake();
    return importView(queued);
  }

  /** Before anything is stored, so that no file is there of which nobody knows. */
  private async begin(id: string, format: ImportFormat, caller: Requester): Promise<void> {
    const { accountId, accountName, credentialId, requestId, traceparent } = caller;
    const now = this.clock.now();
    const counts = { sizeBytes: 0, position: 0, lines: 0, accepted: 0, duplicates: 0, rejected: 0, attempts: 0 };
    const job = { id, accountId, accountName, credentialId, requestId, traceparent, status: 'uploading', format, hasFile: true, createdAt: now, turnAt: now };
    await this.prisma.importJob.create({ data: { ...job, ...counts } });
  }
}

/** A file that was imported before keeps its number, also when both are sent at the same moment. */
const QUEUE = `
WITH file AS (INSERT INTO import_files (account_id, digest) VALUES ($2, $3) ON CONFLICT (account_id, digest) DO UPDATE SET digest = excluded.digest RETURNING id)
UPDATE imports SET status = 'queued', size_bytes = $4, file_id = (SELECT id FROM file), turn_at = now() WHERE imports.id = $1`;
