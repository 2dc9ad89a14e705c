import { findAppError } from '@cds/errors';
import { parseJson } from '@cds/validation';
import { MAX_LINE_BYTES, MAX_ROW_BYTES } from '../import-limits.js';
import type { FilePosition } from '../import-job.js';
import { fileRefused } from '../import.errors.js';
import { type BlankLine, faulty, type SourceRow } from './source-row.js';

const NEWLINE = 0x0a;

/**
 * The rows and blank lines of newline-delimited JSON from a position on. Never holds more of a line than a row may
 * have; fails with `request.invalid` for a line that goes on beyond `MAX_LINE_BYTES`.
 */
export async function* ndjsonRows(
  content: AsyncIterable<Buffer>,
  from: FilePosition,
): AsyncGenerator<SourceRow | BlankLine> {
  let { position, lines } = from;
  let line = new Line();
  for await (const chunk of content) {
    for (let start = 0; start < chunk.length;) {
      const newline = chunk.indexOf(NEWLINE, start);
      line.add(chunk.subarray(start, newline === -1 ? chunk.length : newline + 1));
      if (line.bytes > MAX_LINE_BYTES) throw endless(lines + 1);
      if (newline === -1) break;
      start = newline + 1;
      position += line.bytes;
      lines += 1;
      const next = { position, lines };
      yield line.isBlank ? { isBlank: true, next } : { line: lines, next, ...line.row() };
      line = new Line();
    }
  }
  if (!line.isBlank)
    yield { line: lines + 1, next: { position: position + line.bytes, lines: lines + 1 }, ...line.row() };
}

const endless = (line: number): unknown =>
  fileRefused(
    `Line ${line} has no end within ${MAX_LINE_BYTES} bytes: newline-delimited JSON has one object a line. Rows ` +
      'before it were imported.',
  );

class Line {
  bytes = 0;
  private pieces: Buffer[] = [];

  add(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.isTooLong) this.pieces = [];
    else this.pieces.push(piece);
  }

  get isBlank(): boolean {
    return !this.isTooLong && this.content().toString('latin1').trim() === '';
  }

  row(): { body: unknown } | ReturnType<typeof faulty> {
    if (this.isTooLong) return faulty('too_big', `has ${this.bytes} bytes; a row may have ${MAX_ROW_BYTES}`);
    try {
      return { body: parseJson(this.content(), 'row') };
    } catch (error) {
      const failure = findAppError(error);
      if (!failure) throw error;
      return failure.violations.length > 0
        ? { violations: [...failure.violations] }
        : faulty('malformed_json', failure.message);
    }
  }

  private get isTooLong(): boolean {
    return this.bytes > MAX_ROW_BYTES;
  }

  private content(): Buffer {
    const [only] = this.pieces;
    if (only && this.pieces.length === 1) return only;
    const whole = Buffer.concat(this.pieces);
    this.pieces = [whole];
    return whole;
  }
}
