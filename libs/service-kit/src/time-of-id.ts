import { fromString, toUUIDBytes } from 'typeid-js';

/** The first of its bytes are a UUIDv7's time, in milliseconds since 1970 (RFC 9562). */
const TIME_BYTES = 6;

/** When `newId` made an id, to the millisecond. Of a well-formed id that nobody made, some time. */
export const timeOfId = (id: string): Date =>
  new Date(Buffer.from(toUUIDBytes(fromString(id))).readUIntBE(0, TIME_BYTES));
