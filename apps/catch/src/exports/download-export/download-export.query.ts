import { Readable } from 'node:stream';
import type { Caller } from '@cds/identity';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { ExportJob } from '../../generated/client.js';
import { type ByteRange, ObjectStorage, storageUnavailable } from '@cds/storage';
import { exportFolder } from '../export-job.js';
import { isExpired, sizeOf } from '../export-view.js';
import { exportExpired, exportNotReady } from '../export.errors.js';
import { ExportQuery } from '../read-export/export.query.js';
import { rangesInParts } from './byte-ranges.js';

export interface DownloadableFile {
  readonly format: string;
  readonly size: number;
  readonly completedAt: Date;
  /** Begins to read: fails with `storage.unavailable` rather than after the first byte. */
  open(range: ByteRange): Promise<Readable>;
}

/** Finished exports as one file each, whatever parts they are kept in. */
@Injectable()
export class DownloadExportQuery {
  constructor(
    private readonly exports: ExportQuery,
    private readonly storage: ObjectStorage,
    private readonly clock: Clock,
  ) {}

  /** Fails with `export.not_found`, `export.not_ready` or `export.expired`. */
  async execute(id: string, caller: Caller): Promise<DownloadableFile> {
    const job = await this.exports.find(id, caller);
    if (job.status !== 'completed' || !job.completedAt) throw exportNotReady(id, job.status);
    if (isExpired(job, this.clock.now())) throw exportExpired(id);
    return {
      format: job.format,
      size: sizeOf(job),
      completedAt: job.completedAt,
      open: (range) => this.open(job, range),
    };
  }

  private async open(job: ExportJob, range: ByteRange): Promise<Readable> {
    const [first, ...others] = rangesInParts(job.partBytes.map(Number), range);
    if (!first) return Readable.from([]);
    const begun = await this.part(job, first);
    const part = (one: typeof first) => this.part(job, one);
    const content = Readable.from(
      (async function* () {
        yield* begun;
        for (const one of others) yield* await part(one);
      })(),
      { objectMode: false },
    );
    // A generator that nobody has read from runs no `finally`: the download may be aborted before its first piece.
    content.once('close', () => begun.destroy());
    return content;
  }

  private async part(
    { id, partNames }: ExportJob,
    { index, range }: { index: number; range: ByteRange },
  ): Promise<Readable> {
    const part = await this.storage.read(exportFolder(id) + (partNames[index] ?? ''), range);
    if (!part) throw storageUnavailable(new Error(`part ${index} of ${id} is gone`));
    return part;
  }
}
