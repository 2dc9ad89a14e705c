import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardFolder } from './guard.js';

/** A new, empty folder that only this user may enter; gone at the latest when this process is. */
export const temporaryFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `cds-${name}-`));
  guardFolder(folder);
  return folder;
};
