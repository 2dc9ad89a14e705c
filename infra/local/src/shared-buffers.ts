import { totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';

const MEBIBYTE = 1_048_576;
/** Each gibibyte of buffers takes 8 MB for their descriptions, also while it is empty. */
const [MIN_MB, MAX_MB] = [128, 8_192];

/**
 * In megabytes: a quarter of the memory that this machine or container has, with which PostgreSQL's documentation
 * recommends to begin.
 */
export const sharedBuffersMb = (memoryBytes = usableBytes()): number =>
  Math.min(MAX_MB, Math.max(MIN_MB, Math.floor(memoryBytes / 4 / MEBIBYTE)));

/** A container without a limit says 0, or more than there is. */
const usableBytes = (): number => Math.min(totalmem(), constrainedMemory() || Infinity);
