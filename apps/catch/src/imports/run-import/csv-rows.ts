import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CsvError, parse, type Parser } from 'csv-parse';
import { MAX_ROW_BYTES } from '../import-limits.js';
import type { FilePosition } from '../import-job.js';
import { fileRefused } from '../import.errors.js';
import { type CsvColumns, csvColumns } from './csv-columns.js';
import { type BlankLine, faulty, type SourceRow } from './source-row.js';

/** The columns of a file, and where its first row begins. */
export interface CsvHeader {
  readonly columns: CsvColumns;
  readonly next: FilePosition;
}

/**
 * Reads the header from the beginning of the file; `from` lies behind a byte order mark. `endsAt` is where `content`
 * was cut off: a header that reaches it has no end.
 */
export const csvHeader = async (content: Readable, from: FilePosition, endsAt: number): Promise<CsvHeader> => {
  for await (const { record, next } of records(content, from)) {
    if (next.position >= endsAt) throw fileRefused(`The header has no end within ${MAX_ROW_BYTES} bytes.`);
    const names = record.map(decoded);
    if (names.includes(undefined)) throw fileRefused('The header is not UTF-8.');
    return { columns: csvColumns(names.map((name) => name ?? '')), next };
  }
  throw fileRefused('The file has no header.');
};

/** The rows and blank lines of a CSV file (RFC 4180, lines may end in LF) from a position on. */
export async function* csvRows(
  content: Readable,
  columns: CsvColumns,
  from: FilePosition,
): AsyncGenerator<SourceRow | BlankLine> {
  for await (const { record, line, next } of records(content, from)) {
    const isBlank = record.length === 1 && record[0] === '';
    yield isBlank ? { isBlank, next } : { line, next, ...rowOf(record, columns) };
  }
}

/** So many are parsed in one go, since thousands of blank lines take far longer than a row of as many bytes. */
const BYTES_AT_A_TIME = 8_192;

interface FoundRecord {
  readonly record: readonly string[];
  readonly line: number;
  readonly next: FilePosition;
}

/**
 * Cells are bytes, one a character: so each is known to be UTF-8 or not. Rows before a fault are
 * yielded before it is thrown.
 */
async function* records(content: Readable, from: FilePosition): AsyncGenerator<FoundRecord> {
  let found: FoundRecord[] = [];
  let { lines } = from;
  const parser = parse({
    encoding: 'latin1',
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n'],
    max_record_size: MAX_ROW_BYTES,
    on_record: (record: string[], info) => {
      const line = lines + 1;
      lines += linesOf(record);
      found.push({ record, line, next: { position: from.position + info.bytes, lines } });
      return null;
    },
  });
  parser.on('error', () => undefined).resume(); // Each step below tells of it.
  const taken = (): FoundRecord[] => {
    const records = found;
    found = [];
    return records;
  };
  for await (const piece of piecesOf(content)) {
    const fault = await new Promise<unknown>((resolve) => parser.write(piece, resolve));
    yield* taken();
    if (fault) throw refusedRow(fault, lines, parser);
  }
  const fault = await finished(parser.end()).catch((error: unknown) => error);
  yield* taken();
  if (fault) throw refusedRow(fault, lines, parser);
}

async function* piecesOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of content)
    for (let at = 0; at < chunk.length; at += BYTES_AT_A_TIME) yield chunk.subarray(at, at + BYTES_AT_A_TIME);
}

/** The parser counts a CRLF within a cell twice. */
const linesOf = (record: readonly string[]): number => record.reduce((lines, cell) => lines + newlinesIn(cell), 1);

const newlinesIn = (cell: string): number => {
  let count = 0;
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
};

const refusedRow = (fault: unknown, lines: number, parser: Parser): unknown => {
  if (!(fault instanceof CsvError)) return fault;
  return fileRefused(
    `The row that begins in line ${lines + 1} ${wrongWith(fault, parser)}. Rows before it were imported.`,
  );
};

const wrongWith = ({ code }: CsvError, parser: Parser): string => {
  const isTooLong = code === 'CSV_MAX_RECORD_SIZE';
  if (isTooLong && !isInQuotes(parser)) return `is too long: a row may have ${MAX_ROW_BYTES} bytes`;
  return `has no end${isTooLong ? ` within ${MAX_ROW_BYTES} bytes` : ''}: look for a quote that is not closed`;
};

/** Its types leave this state of the parser out, and what errors call `quoting` is whether a quote was closed. */
const isInQuotes = (parser: Parser & { readonly state?: { readonly quoting: boolean } }): boolean =>
  parser.state?.quoting === true;

const rowOf = (record: readonly string[], columns: CsvColumns): { body: unknown } | ReturnType<typeof faulty> => {
  if (record.length !== columns.length)
    return faulty('cells', `has ${record.length} cells, and the header ${columns.length}`);
  const body: Record<string, unknown> = {};
  for (const [index, put] of columns.entries()) {
    const cell = decoded(record[index] ?? '');
    if (cell === undefined) return faulty('encoding', `is not UTF-8 in cell ${index + 1}`);
    if (cell !== '') put(body, cell);
  }
  return { body };
};

const NOT_ASCII = /[\x80-\xff]/;

/** Undefined for what is not UTF-8. */
const decoded = (cell: string): string | undefined => {
  if (!NOT_ASCII.test(cell)) return cell;
  const bytes = Buffer.from(cell, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
};
