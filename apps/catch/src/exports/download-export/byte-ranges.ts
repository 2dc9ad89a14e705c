import type { ByteRange } from '@cds/storage';
import { rangeNotSatisfiable } from '../export.errors.js';

const RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * The part of a file of `size` bytes that a `Range` header asks for (RFC 9110, section 14). Undefined, for the whole
 * file, when there is none, when it is malformed or asks for several parts. Fails with `request.range_not_satisfiable`.
 */
export const byteRangeOf = (header: string | undefined, size: number): ByteRange | undefined => {
  const found = header === undefined ? null : RANGE.exec(header.trim());
  if (!found) return undefined;
  const [, first, last, suffix] = found;
  const start = first === undefined ? Math.max(0, size - Number(suffix)) : Number(first);
  const end = first === undefined || !last ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== undefined && last && Number(last) < start) return undefined;
  if (start >= size) throw rangeNotSatisfiable(size);
  return { start, end };
};

/** What of each part of a file belongs to a range of the whole, in their order. */
export const rangesInParts = (
  partBytes: readonly number[],
  { start, end }: ByteRange,
): { readonly index: number; readonly range: ByteRange }[] => {
  let offset = 0;
  return partBytes.flatMap((bytes, index) => {
    const from = Math.max(0, start - offset);
    const to = Math.min(bytes - 1, end - offset);
    offset += bytes;
    return from <= to ? [{ index, range: { start: from, end: to } }] : [];
  });
};
