/**
 * Columns of many rows as one row: `array_send(array_agg(column))`, an array in PostgreSQL's binary format. A query of
 * a batch returns thousands of rows, and to make objects of them took Node three times as long as to read them so.
 */

/** PostgreSQL counts times from the beginning of the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0);
const TWO_TO_32 = 2 ** 32;
/** Rows of a page; PostgreSQL numbers them with 16 bits. */
const TWO_TO_16 = 2 ** 16;
/** Of an array of one dimension: dimensions, flags, type, length and lower bound. */
const HEAD_BYTES = 20;
const LENGTH_AT = 12;

/** A column as it is returned; null when there is no row. */
export type Packed = Buffer | null;

export const packed = (column: string): string => `array_send(array_agg(${column}))`;

const valuesOf = <T>(column: Packed, read: (bytes: Buffer, at: number, length: number) => T): (T | null)[] => {
  // An array without elements has no dimension.
  if (column === null || column.length < HEAD_BYTES) return [];
  const values = new Array<T | null>(column.readInt32BE(LENGTH_AT));
  let at = HEAD_BYTES;
  for (let index = 0; index < values.length; index += 1) {
    const length = column.readInt32BE(at);
    at += 4;
    values[index] = length < 0 ? null : read(column, at, length);
    if (length > 0) at += length;
  }
  return values;
};

const int4 = (bytes: Buffer, at: number): number => bytes.readInt32BE(at);
const int8 = (bytes: Buffer, at: number): number => bytes.readInt32BE(at) * TWO_TO_32 + bytes.readUInt32BE(at + 4);
const ms = (bytes: Buffer, at: number): number => EPOCH_MS + int8(bytes, at) / 1_000;
const text = (bytes: Buffer, at: number, length: number): string => bytes.toString('utf8', at, at + length);
const row = (bytes: Buffer, at: number): number => bytes.readUInt32BE(at) * TWO_TO_16 + bytes.readUInt16BE(at + 4);

/** Of the type `integer`. */
export const int4s = (column: Packed): (number | null)[] => valuesOf(column, int4);

/** Of the type `bigint`: exact between -2^53 and 2^53. */
export const int8s = (column: Packed): (number | null)[] => valuesOf(column, int8);

/** Of the type `timestamptz`, as milliseconds since 1970. */
export const times = (column: Packed): (number | null)[] => valuesOf(column, ms);

export const texts = (column: Packed): (string | null)[] => valuesOf(column, text);

/** Of the type `tid`, as numbers. */
export const rowsOf = (column: Packed): (number | null)[] => valuesOf(column, row);

/** A row as a literal of the type `tid`. */
export const rowLiteral = (number: number): string => `(${Math.floor(number / TWO_TO_16)},${number % TWO_TO_16})`;
