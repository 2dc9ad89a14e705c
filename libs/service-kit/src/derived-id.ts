import { hash } from 'node:crypto';
import { type IdKind, type IdOf, ID_PREFIXES } from '@cds/contracts';
import { fromUUIDBytes } from 'typeid-js';

/**
 * The id of something that follows from other things: the same `at` and `parts` always give the same id, and others
 * give another one, as 74 bits of their SHA-256 are in it. It sorts by `at`, among the ids that `newId` makes.
 */
export const derivedId = <K extends IdKind>(kind: K, at: Date, ...parts: readonly string[]): IdOf<K> => {
  const bytes = hash('sha256', JSON.stringify(parts), 'buffer').subarray(0, 16);
  // The layout of a UUIDv7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, the version, the variant.
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return fromUUIDBytes(ID_PREFIXES[kind], bytes) as unknown as IdOf<K>;
};
