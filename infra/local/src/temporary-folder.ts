import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardFolder } from './guard.js';

const newFolder = (parent: string, name: string): string => {
  const folder = mkdtempSync(join(parent, `cds-${name}-`));
  guardFolder(folder);
  return folder;
};

/** A new, empty folder that only this user may enter; gone at the latest when this process is. */
export const temporaryFolder = (name: string): string => newFolder(tmpdir(), name);

/** Linux keeps its files in memory; in a container it is often too small. */
const MEMORY = '/dev/shm';

/** Several times what the servers of a test run hold at once: a slow disk is better than memory that runs out. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/** Whether files may be kept in the memory behind this folder: there is much room in it, and in the machine. */
export const isRoomy = (folder: string, availableBytes = process.availableMemory()): boolean => {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, availableBytes) >= ENOUGH_BYTES;
  } catch {
    return false;
  }
};

/**
 * The same in memory, where there is room, for a server's data that is thrown away. Tests make and drop databases by
 * the hundred, and ext4 passes over each file deleted within the last seconds whenever it makes a new one.
 */
export const memoryFolder = (name: string): string | undefined =>
  isRoomy(MEMORY) ? newFolder(MEMORY, name) : undefined;
