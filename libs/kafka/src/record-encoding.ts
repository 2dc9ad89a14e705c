import { replaceModule } from './replace-module.js';

type Field = Buffer | string | null | undefined;

/** A message as kafkajs hands it to the encoder of records, at its place in a batch. */
export interface RecordFields {
  readonly offsetDelta?: number;
  readonly timestampDelta?: number;
  readonly key?: Field;
  readonly value?: Field;
  readonly headers?: Readonly<Record<string, Field | readonly Field[]>>;
}

/** What kafkajs takes for one of its encoders when it copies the bytes of a record into a batch. */
export interface EncodedRecord {
  readonly buf: Buffer;
  readonly buffer: Buffer;
}

type EncodeRecord = (record: RecordFields) => EncodedRecord;

/** A varint of 32 bits. */
const MAX_DELTA = 2 ** 30;
const MORE = 0x80;
const BITS = 0x7f;

/** Negative numbers next to positive ones, as varints have them. */
const zigZag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0;

const sizeOfVarInt = (value: number): number => {
  let size = 1;
  for (let rest = zigZag(value); rest > BITS; rest >>>= 7) size += 1;
  return size;
};

const lengthOf = (field: Field): number => {
  if (field === null || field === undefined) return -1;
  return typeof field === 'string' ? Buffer.byteLength(field) : field.length;
};

const sizeOf = (field: Field): number => {
  const length = lengthOf(field);
  return sizeOfVarInt(length) + Math.max(0, length);
};

const writeVarInt = (to: Buffer, at: number, value: number): number => {
  let rest = zigZag(value);
  for (; rest > BITS; rest >>>= 7) to[at++] = (rest & BITS) | MORE;
  to[at++] = rest;
  return at;
};

const writeField = (to: Buffer, at: number, field: Field): number => {
  const from = writeVarInt(to, at, lengthOf(field));
  if (typeof field === 'string') return from + to.write(field, from);
  return field ? from + field.copy(to, from) : from;
};

/** Names and values in turn. */
const pairsOf = (headers: RecordFields['headers'] = {}): Field[] => {
  const pairs: Field[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (isMany(value)) for (const one of value) pairs.push(name, one);
    else pairs.push(name, value);
  }
  return pairs;
};

const isMany = (value: Field | readonly Field[]): value is readonly Field[] => Array.isArray(value);

/**
 * A record of the message format 2, in one buffer of its size. kafkajs makes a buffer for the record and one for each
 * header, of 512 bytes each, and one for each number, which takes ten times as long (ADR 122).
 */
export const encodeRecord: EncodeRecord = (record) => {
  const { offsetDelta = 0, timestampDelta = 0, key, value, headers } = record;
  if (!(timestampDelta >= 0 && timestampDelta < MAX_DELTA)) return encodeSlowly(record);
  const pairs = pairsOf(headers);
  const count = pairs.length / 2;
  let size = 1 + sizeOfVarInt(timestampDelta) + sizeOfVarInt(offsetDelta) + sizeOfVarInt(count);
  size += sizeOf(key) + sizeOf(value);
  for (const field of pairs) size += sizeOf(field);
  const to = Buffer.allocUnsafe(sizeOfVarInt(size) + size);
  let at = writeVarInt(to, 0, size);
  // There are no attributes of a record.
  to[at++] = 0;
  at = writeVarInt(to, at, timestampDelta);
  at = writeVarInt(to, at, offsetDelta);
  at = writeField(to, at, key);
  at = writeField(to, at, value);
  at = writeVarInt(to, at, count);
  for (const field of pairs) at = writeField(to, at, field);
  return { buf: to, buffer: to };
};

/** The encoder of kafkajs. */
export const encodeSlowly = replaceModule('protocol/recordBatch/record/v0/index.js', encodeRecord);
