import { chmodSync, rmSync } from 'node:fs';
import { temporaryFolder } from '../src/temporary-folder.js';

const folders: string[] = [];

/** An empty folder that others may pass through, as the local stack makes its own. */
export const scratchFolder = (): string => {
  const folder = temporaryFolder('local-test');
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
};

export const removeScratchFolders = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
};
