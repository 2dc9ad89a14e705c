import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { recordAudit } from '@cds/audit';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock, newId, ServiceLogger, type Requester } from '@cds/service-kit';
import { isReservation, keepAnswer, type StoredResponse, type Reservation, stillRunning } from '@cds/idempotency';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PrismaService } from '../../database/prisma.service.js';
import type { ImportJob } from '../../generated/client.js';
import { checkHasRoom } from '../../jobs/admit-job.js';
import { END_IMPORTS_OF, FORGET_SOURCES_OF } from '../../jobs/forget-imports.sql.js';
import { tooManyUploads } from '../import.errors.js';
import { fileSpace, ObjectStorage } from '@cds/storage';
import { type ImportFormat, importKey } from '../import-job.js';
import { importView } from '../import-view.js';
import { STORAGE_LIMITS, type StorageLimits, StoredBytes } from '../../stored-bytes/stored-bytes.js';
import { ImportWorker } from '../run-import/import-worker.js';
import { IMPORT_MAX_BYTES } from '../import-limits.js';
import { ReceivedFile } from './received-file.js';
import { type ExpectedFile, uploadSpace } from './upload-space.js';

export interface UploadedBody extends ExpectedFile {
  readonly body: Readable;
  readonly format: ImportFormat;
}

/** The request's `Idempotency-Key`. */
export interface UploadKey {
  /** Whether the key has its answer already. */
  isAnswered(): Promise<boolean>;
  /** Reserves it for what was sent; null without a key, and the answer where it was given before. */
  reserve(digest: string): Promise<Reservation | StoredResponse | null>;
}

@Injectable()
export class UploadImportHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(IMPORT_MAX_BYTES) private readonly maxBytes: number,
    @Inject(STORAGE_LIMITS) private readonly limits: StorageLimits,
    private readonly prisma: PrismaService,
    private readonly storage: ObjectStorage,
    private readonly stored: StoredBytes,
    private readonly worker: ImportWorker,
    private readonly clock: Clock,
    private readonly logger: ServiceLogger,
  ) {}

  /**
   * Stores the file as it arrives and queues its import, which exists once this resolves. Fails with `import.limit` or
   * `storage.limit`, mostly before the file is read, with `request.too_large`, `request.invalid` for broken gzip, or
   * `storage.unavailable`; nothing is kept then. A repetition gets its stored answer whatever the account has: its file
   * is read, and not stored.
   */
  async execute(upload: UploadedBody, key: UploadKey, caller: Requester): Promise<StoredResponse> {
    if (await key.isAnswered()) return this.repeat(upload, key);
    const id = newId('import');
    await this.begin(id, upload, caller);
    const file = this.received(upload);
    try {
      await this.storage.write(importKey(id), file.content);
      const { sizeBytes, digest } = file.facts;
      const held = await key.reserve(`${upload.format} ${digest}`);
      if (held && !isReservation(held)) {
        await this.discard(id);
        return held;
      }
      const job = await this.prisma.importJob.findUniqueOrThrow({ where: { id } });
      const queued: ImportJob = { ...job, status: 'queued', sizeBytes: BigInt(sizeBytes) };
      return await this.queue(queued, { digest, reservation: held, caller });
    } catch (error) {
      file.content.destroy();
      await this.discard(id);
      throw error;
    }
  }

  private async repeat(upload: UploadedBody, key: UploadKey): Promise<StoredResponse> {
    const file = this.received(upload);
    await finished(file.content.resume());
    const held = await key.reserve(`${upload.format} ${file.facts.digest}`);
    if (held && !isReservation(held)) return held;
    // The answer has expired meanwhile, and the file is gone.
    throw stillRunning();
  }

  private received({ body, isGzip }: UploadedBody): ReceivedFile {
    return new ReceivedFile(body, { isGzip, limit: this.maxBytes });
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
      const object = { kind: 'imports', id: job.id, accountId: job.accountId, bytes: fileSpace(bytes) } as const;
      await this.stored.add(tx, object);
      await tx.query(QUEUE, [job.id, job.accountId, digest, job.sizeBytes]);
      await endOfDeleted(tx, job.accountId);
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
      if ((await this.pool.query(END_UPLOAD, [id])).rowCount === 0) return;
      await this.storage.remove([importKey(id)]);
      await this.prisma.importJob.deleteMany({ where: { id } });
    } catch (error) {
      this.logger.warn('imports.not_discarded', { id, err: error });
    }
  }

  /**
   * Before anything is stored, so that no file is there of which nobody knows. Holds room for the file: the account's
   * uploads begin one after the other.
   */
  private async begin(id: string, upload: UploadedBody, caller: Requester): Promise<void> {
    const { accountId, accountName, credentialId, requestId, traceparent } = caller;
    const { maxBytes: max, limits } = this;
    const space = uploadSpace(upload, { max, kept: limits.imports });
    await inTransaction(this.pool, async (tx) => {
      await checkHasRoom(tx, 'imports', accountId);
      const { rows } = await tx.query<{ uploads: number; bytes: string }>(UPLOADS, [accountId]);
      const { uploads = 0, bytes = '0' } = rows[0] ?? {};
      if (uploads >= MAX_UPLOADS) throw tooManyUploads(MAX_UPLOADS);
      await this.stored.checkHasRoom(tx, 'imports', accountId, Number(bytes) + space);
      const by = [accountId, accountName, credentialId, requestId, traceparent];
      await tx.query(BEGIN, [id, ...by, upload.format, this.clock.now(), space]);
    });
  }
}

/** A file that is there whole. */
interface Received {
  readonly digest: string;
  readonly reservation: Reservation | null;
  readonly caller: Requester;
}

/**
 * An upload may last for an hour, and its account be deleted and erased meanwhile: its import would bring the account's
 * own angler back. One that is being deleted at this very moment is ended when its erasure looks once more.
 */
const endOfDeleted = async (tx: pg.PoolClient, accountId: string): Promise<void> => {
  if ((await tx.query(DELETED, [accountId])).rowCount === 0) return;
  await tx.query(END_IMPORTS_OF, [accountId]);
  await tx.query(FORGET_SOURCES_OF, [accountId]);
};

const DELETED = 'SELECT FROM account_erasures WHERE account_id = $1';

/** Files of one account that are being received at the same time. */
const MAX_UPLOADS = 20;

/** Until a file is whole, `size_bytes` is the room that is held for it, and 0 once its upload has failed. */
const UPLOADS = `
SELECT count(*)::int AS uploads, coalesce(sum(size_bytes), 0)::text AS bytes FROM imports
WHERE account_id = $1 AND status = 'uploading' AND size_bytes > 0`;

const BEGIN = `
INSERT INTO imports (id, account_id, account_name, credential_id, request_id, traceparent, format, created_at, turn_at,
  status, has_file,
  size_bytes, position, lines, accepted, duplicates, rejected, attempts)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz, 'uploading', true, $9, 0, 0, 0, 0, 0, 0)`;

/** A file that was imported before keeps its number, also when both are sent at the same moment. */
const QUEUE = `
WITH file AS (INSERT INTO import_files (account_id, digest, last_imported_at) VALUES ($2, $3, now())
  ON CONFLICT (account_id, digest) DO UPDATE SET last_imported_at = excluded.last_imported_at RETURNING id)
UPDATE imports SET status = 'queued', size_bytes = $4, file_id = (SELECT id FROM file), turn_at = now()
  WHERE imports.id = $1`;

/** Gives up the room of an upload that failed. Waits for a commit of which nobody heard. */
const END_UPLOAD = "UPDATE imports SET size_bytes = 0 WHERE id = $1 AND status = 'uploading'";
