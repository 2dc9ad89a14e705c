import { fileSpace } from '@cds/storage';
import { MAX_GZIP_RATIO, MIN_CHECKED_BYTES } from '../import-limits.js';

/** What is known of a file before it is read. */
export interface ExpectedFile {
  /** `Content-Length`; undefined where the file comes in chunks. */
  readonly length: number | undefined;
  readonly isGzip: boolean;
}

/**
 * How many bytes are held for a file while it comes in: as many as it can unpack to. Where that is a guess, it is never
 * more than `kept`, which is all that the account may keep.
 */
export const uploadSpace = ({ length, isGzip }: ExpectedFile, limits: { max: number; kept: number }): number => {
  if (length !== undefined && !isGzip) return fileSpace(Math.min(length, limits.max));
  const unpacked = length === undefined ? limits.max : Math.max(length * MAX_GZIP_RATIO, MIN_CHECKED_BYTES);
  return Math.min(unpacked, limits.max, limits.kept);
};
