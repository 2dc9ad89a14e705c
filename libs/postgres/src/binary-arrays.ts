import { BinaryValues } from './binary-values.js';

/** OIDs of built-in types. They never change. */
const [INT8, INT4, TEXT, JSON_TEXT, TIMESTAMPTZ] = [20, 23, 25, 114, 1184];

type Values<T> = readonly (T | null | undefined)[];

/**
 * Arrays as parameters in PostgreSQL's binary format, of exactly the type that the statement expects (`$1::text[]`).
 * Neither side writes or parses digits and quotes, which takes as long as the query where there are thousands.
 */
export const textArray = (values: Values<string>): Buffer => arrayOf(TEXT, 40, values, (to, value) => to.text(value));

/** For `json[]`: elements are texts in JSON. */
export const jsonArray = (values: Values<string>): Buffer =>
  arrayOf(JSON_TEXT, 40, values, (to, value) => to.text(value));

export const int4Array = (values: Values<number>): Buffer => arrayOf(INT4, 8, values, (to, value) => to.int4(value));

/** For `bigint[]`: numbers that a double holds exactly. */
export const int8Array = (values: Values<number>): Buffer => arrayOf(INT8, 12, values, (to, value) => to.int8(value));

/** For `timestamptz[]`: milliseconds since 1970. */
export const timestamptzArray = (values: Values<number>): Buffer =>
  arrayOf(TIMESTAMPTZ, 12, values, (to, value) => to.timestamptz(value));

const arrayOf = <T>(
  type: number,
  bytes: number,
  values: Values<T>,
  write: (to: BinaryValues, value: T | null) => void,
): Buffer => {
  const to = new BinaryValues(128 + bytes * values.length).beginArray(type, values.length);
  for (let at = 0; at < values.length; at += 1) write(to, values[at] ?? null); // An iterator makes an object of each.
  return to.bytes();
};
