import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ObjectStorage } from '@cds/storage';
import { importKey, type ImportJobRow, type FilePosition } from '../import-job.js';
import { fileRefused } from '../import.errors.js';
import { MAX_ROW_BYTES } from '../import-limits.js';
import { csvHeader, csvRows } from './csv-rows.js';
import { firstByteOf } from './file-head.js';
import { ndjsonRows } from './ndjson-rows.js';
import type { BlankLine, SourceRow } from './source-row.js';

/** Reads the rows and blank lines of an import's file from where the last turn left it. */
@Injectable()
export class ImportRows {
  constructor(private readonly storage: ObjectStorage) {}

  /** Fails with `request.invalid` for a file that is not what it says. */
  async *of(job: ImportJobRow): AsyncGenerator<SourceRow | BlankLine> {
    if (Number(job.size_bytes) === 0) {
      if (job.format === 'csv') throw fileRefused('The file has no header.');
      return;
    }
    const start = { position: firstByteOf(await this.head(job), job.format), lines: 0 };
    const reached = { position: Number(job.position), lines: job.lines };
    if (job.format === 'csv') yield* this.csv(job, start, reached);
    else yield* this.ndjson(job, reached.position > start.position ? reached : start);
  }

  private async *ndjson(job: ImportJobRow, from: FilePosition): AsyncGenerator<SourceRow | BlankLine> {
    const content = await this.open(job, from.position);
    if (content) yield* ndjsonRows(content, from);
  }

  private async *csv(
    job: ImportJobRow,
    start: FilePosition,
    reached: FilePosition,
  ): AsyncGenerator<SourceRow | BlankLine> {
    const head = await this.open(job, start.position, start.position + MAX_ROW_BYTES - 1);
    if (!head) throw fileRefused('The file has no header.');
    const { columns, next } = await csvHeader(head, start, start.position + MAX_ROW_BYTES);
    const from = reached.position > next.position ? reached : next;
    const content = await this.open(job, from.position);
    if (content) yield* csvRows(content, columns, from);
  }

  private async head(job: ImportJobRow): Promise<Buffer> {
    const pieces = (await this.open(job, 0, 3)) ?? [];
    const bytes: Buffer[] = [];
    for await (const piece of pieces) bytes.push(piece as Buffer);
    return Buffer.concat(bytes);
  }

  /** Null at the end of the file. */
  private async open({ id, size_bytes: size }: ImportJobRow, start: number, end = Infinity): Promise<Readable | null> {
    const last = Number(size) - 1;
    if (start > last) return null;
    const content = await this.storage.read(importKey(id), { start, end: Math.min(end, last) });
    if (!content) throw new Error(`the file of ${id} is gone`);
    return content;
  }
}
