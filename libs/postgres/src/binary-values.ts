import { PIECE } from './copy-pieces.js';

/** PostgreSQL counts times from the beginning of the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0);
const NULL_LENGTH = -1;
const TWO_TO_32 = 2 ** 32;
/** At most so many bytes of UTF-8 for each unit of a string. */
const BYTES_PER_UNIT = 3;

/** Takes values in PostgreSQL's binary format, each by the type of its column or array. */
export class BinaryValues {
  private buffer: Buffer;
  private size = 0;

  /** `bytes` are about as many as there will be. */
  constructor(bytes = 2 * PIECE) {
    this.buffer = Buffer.allocUnsafe(bytes);
  }

  text(value: string | null): this {
    if (value === null) return this.nothing();
    this.reserve(4 + BYTES_PER_UNIT * value.length);
    const bytes = this.buffer.write(value, this.size + 4);
    this.buffer.writeInt32BE(bytes, this.size);
    this.size += 4 + bytes;
    return this;
  }

  /** A value of the type `integer`. */
  int4(value: number | null): this {
    if (value === null) return this.nothing();
    this.reserve(8);
    this.buffer.writeInt32BE(4, this.size);
    this.buffer.writeInt32BE(value, this.size + 4);
    this.size += 8;
    return this;
  }

  /** A value of the type `bigint`, of numbers that a double holds exactly. */
  int8(value: number | null): this {
    if (value === null) return this.nothing();
    this.reserve(12);
    const high = Math.floor(value / TWO_TO_32);
    this.buffer.writeInt32BE(8, this.size);
    this.buffer.writeInt32BE(high, this.size + 4);
    this.buffer.writeUInt32BE(value - high * TWO_TO_32, this.size + 8);
    this.size += 12;
    return this;
  }

  /** A value of the type `timestamptz`, by milliseconds since 1970. */
  timestamptz(ms: number | null): this {
    return this.int8(ms === null ? null : (ms - EPOCH_MS) * 1_000);
  }

  /** Begins a row with so many columns. */
  begin(columns: number): void {
    this.reserve(2);
    this.buffer.writeInt16BE(columns, this.size);
    this.size += 2;
  }

  /** Begins an array of one dimension, which may have nulls, with so many elements of a type. */
  beginArray(type: number, length: number): this {
    if (length === 0) return this.int32(0).int32(0).int32(type);
    return this.int32(1).int32(1).int32(type).int32(length).int32(1);
  }

  add(bytes: Buffer): void {
    this.reserve(bytes.length);
    this.size += bytes.copy(this.buffer, this.size);
  }

  isPiece(): boolean {
    return this.size >= PIECE;
  }

  /** All that was written. */
  bytes(): Buffer {
    return this.buffer.subarray(0, this.size);
  }

  private nothing(): this {
    return this.int32(NULL_LENGTH);
  }

  private int32(value: number): this {
    this.reserve(4);
    this.buffer.writeInt32BE(value, this.size);
    this.size += 4;
    return this;
  }

  private reserve(bytes: number): void {
    if (this.size + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.size + bytes));
    this.buffer.copy(larger, 0, 0, this.size);
    this.buffer = larger;
  }
}
