import type { Readable } from 'node:stream';
import { recordAudit } from '@cds/audit';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock, newId, ServiceLogger, type Requester } from '@cds/service-kit';
import { isReservation, keepAnswer, type StoredResponse, type Reservation } from '@cds/idempotency';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PrismaService } from '../../database/prisma.service.js';
import type { ImportJob } from '../../generated/client.js';
import { checkHasRoom } from '../../jobs/admit-job.js';
import { tooManyUploads } from '../import.errors.js';
import { ObjectStorage } from '@cds/storage';
import { type ImportFormat, importKey } from '../import-job.js';
import { importView } from '../import-view.js';
import { StoredBytes } from '../../stored-bytes/stored-bytes.js';
import { ImportWorker } from '../run-import/import-worker.js';
import { IMPORT_MAX_BYTES } from '../import-limits.js';
import { ReceivedFile } from './received-file.js';

export interface UploadedBody {
  readonly body: Readable;
  readonly format: ImportFormat;
  readonly isGzip: boolean;
}

/**
 * Reserves the request's `Idempotency-Key` for what was sent; null without a key, and the answer where it was given
 * before.
 */
export type Reserve = (digest: string) => Promise<Reservation | StoredResponse | null>;

@Injectable()
export class UploadImportHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(IMPORT_MAX_BYTES) private readonly maxBytes: number,
    private readonly prisma: PrismaService,
    private readonly storage: ObjectStorage,
    private readonly stored: StoredBytes,
    private readonly worker: ImportWorker,
    private readonly clock: Clock,
    private readonly logger: ServiceLogger,
  ) {}

  /**
   * Stores the file as it arrives and queues its import, which exists once this resolves. A file that was answered
   * before is dropped. Fails with `import.limit`, `storage.limit`, `request.too_large`, `request.invalid` for broken
   * gzip, or `storage.unavailable`; nothing is kept then. Whether too many imports wait is decided only when the file
   * is whole: until then nobody knows whether the request is a repetition, which gets its stored answer.
   */
  async execute({ body, format, isGzip }: UploadedBody, reserve: Reserve, caller: Requester): Promise<StoredResponse> {
    const job = await this.begin(newId('import'), format, caller);
    const file = new ReceivedFile(body, { isGzip, limit: this.maxBytes });
    try {
      await this.storage.write(importKey(job.id), file.content);
      const { sizeBytes, digest } = file.facts;
      const held = await reserve(`${format} ${digest}`);
      if (held && !isReservation(held)) {
        await this.discard(job.id);
        return held;
      }
      const queued: ImportJob = { ...job, status: 'queued', sizeBytes: BigInt(sizeBytes) };
      return await this.queue(queued, { digest, reservation: held, caller });
    } catch (error) {
      file.content.destroy();
      await this.discard(job.id);
      throw error;
    }
  }

  private async queue(job: ImportJob, { digest, reservation, caller }: Received): Promise<StoredResponse> {
    const answer: StoredResponse = {
      status: 202,
      headers: { location: `/v1/imports/${job.id}` },
      body: importView(job),
    };
    await inTransaction(this.pool, async (tx) => {
      await checkHasRoom(tx, 'imports', job.accountId);
      const bytes = Number(job.sizeBytes);
      await this.stored.add(tx, { kind: 'imports', id: job.id, accountId: job.accountId, bytes });
      await tx.query(QUEUE, [job.id, job.accountId, digest, job.sizeBytes]);
      const details = { format: job.format, size_bytes: bytes };
      await recordAudit(tx, caller, { action: 'import.created', targetId: job.id, details });
      await keepAnswer(tx, reservation, answer);
    });
    this.worker.wake();
    return answer;
  }

  /** Never fails: what cannot be removed now the sweeper removes. */
  private async discard(id: string): Promise<void> {
    try {
      if ((await this.pool.query(NOT_QUEUED, [id])).rowCount === 0) return;
      await this.storage.remove([importKey(id)]);
      await this.prisma.importJob.deleteMany({ where: { id } });
    } catch (error) {
      this.logger.warn('imports.not_discarded', { id, err: error });
    }
  }

  /** Before anything is stored, so that no file is there of which nobody knows. */
  private async begin(id: string, format: ImportFormat, caller: Requester): Promise<ImportJob> {
    const { accountId, accountName, credentialId, requestId, traceparent } = caller;
    const values = [id, accountId, accountName, credentialId, requestId, traceparent, format, this.clock.now()];
    const { rowCount } = await this.pool.query(BEGIN, [...values, MAX_UPLOADS]);
    if (rowCount === 0) throw tooManyUploads(MAX_UPLOADS);
    return this.prisma.importJob.findUniqueOrThrow({ where: { id } });
  }
}

/** A file that is there whole. */
interface Received {
  readonly digest: string;
  readonly reservation: Reservation | null;
  readonly caller: Requester;
}

/** Files of one account that are being received at the same time, roughly: two that begin together may both pass. */
const MAX_UPLOADS = 20;

const BEGIN = `
INSERT INTO imports (id, account_id, account_name, credential_id, request_id, traceparent, format, created_at, turn_at,
  status, has_file,
  size_bytes, position, lines, accepted, duplicates, rejected, attempts)
SELECT $1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz, 'uploading', true, 0, 0, 0, 0, 0, 0, 0
WHERE (SELECT count(*) FROM imports WHERE account_id = $2 AND status = 'uploading') < $9`;

/** A file that was imported before keeps its number, also when both are sent at the same moment. */
const QUEUE = `
WITH file AS (INSERT INTO import_files (account_id, digest, last_imported_at) VALUES ($2, $3, now())
  ON CONFLICT (account_id, digest) DO UPDATE SET last_imported_at = excluded.last_imported_at RETURNING id)
UPDATE imports SET status = 'queued', size_bytes = $4, file_id = (SELECT id FROM file), turn_at = now()
  WHERE imports.id = $1`;

/** Waits for a commit of which nobody heard. */
const NOT_QUEUED = "SELECT FROM imports WHERE id = $1 AND status = 'uploading' FOR UPDATE";
