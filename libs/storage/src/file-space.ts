/** A block of usual file systems: what the smallest file takes of a disk. */
const BLOCK_BYTES = 4_096;

/** How many bytes a file of `bytes` counts as where the space of files is bounded. */
export const fileSpace = (bytes: number): number => Math.max(bytes, BLOCK_BYTES);
