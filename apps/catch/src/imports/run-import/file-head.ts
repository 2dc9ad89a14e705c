import type { ImportFormat } from '../import-job.js';
import { fileRefused } from '../import.errors.js';

/** What a file begins with that is something else. */
const OTHERS: readonly [bytes: readonly number[], meaning: string][] = [
  [[0x1f, 0x8b], 'gzip: send it with Content-Encoding: gzip'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive or a spreadsheet'],
  [[0xff, 0xfe], 'UTF-16, not UTF-8'],
  [[0xfe, 0xff], 'UTF-16, not UTF-8'],
];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/**
 * The position behind a byte order mark; fails with `request.invalid` for a file that cannot be what it says, by its
 * first four bytes.
 */
export const firstByteOf = (head: Buffer, format: ImportFormat): number => {
  const other = OTHERS.find(([bytes]) => begins(head, bytes));
  if (other) throw fileRefused(`The file is ${other[1]}.`);
  const at = begins(head, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  if (format === 'ndjson' && head[at] === OPENING_BRACKET)
    throw fileRefused('The file is a JSON array: newline-delimited JSON has one object a line.');
  if (format === 'csv' && head[at] === OPENING_BRACE) throw fileRefused('The file is JSON, not CSV.');
  return at;
};

const begins = (head: Buffer, bytes: readonly number[]): boolean => bytes.every((byte, index) => head[index] === byte);
