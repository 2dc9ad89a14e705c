import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-text.js';

/**
 * Makes a folder, and those above it, where there are none. `mkdirSync` with `recursive` never returns where an
 * existing folder answers ENOENT, as /proc does.
 */
export const makeFolder = (path: string, mode: number): void => {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) makeOne(folder, mode);
  if (!statSync(path).isDirectory()) throw new Error('it is not a directory');
};

const makeOne = (folder: string, mode: number): void => {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another start may have made it at the same time.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
};
