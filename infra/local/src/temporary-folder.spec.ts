import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeScratchFolders, scratchFolder } from '../test/scratch-folder.js';
import { isRoomy, memoryFolder } from './temporary-folder.js';

const GB = 1024 ** 3;

afterAll(removeScratchFolders);

describe('a folder of memory', () => {
  it('is not taken when the machine or a container has little memory left', () => {
    expect(isRoomy(scratchFolder(), 1 * GB)).toBe(false);
  });

  it('is not taken when there is none', () => {
    expect(isRoomy('/nowhere/at/all', 64 * GB)).toBe(false);
  });

  it('is as small as its file system', () => {
    expect(isRoomy('/proc', 64 * GB)).toBe(false);
  });

  it('is new, and where the system keeps files in memory', () => {
    const folders = [memoryFolder('test'), memoryFolder('test')];
    const expected = isRoomy('/dev/shm') ? ['/dev/shm', '/dev/shm'] : [undefined, undefined];
    expect(folders.map((folder) => folder && dirname(folder))).toEqual(expected);
    for (const folder of folders.filter((one) => one !== undefined)) {
      expect(existsSync(folder)).toBe(true);
      rmSync(folder, { recursive: true });
    }
    expect(new Set(folders).size).toBe(isRoomy('/dev/shm') ? 2 : 1);
  });
});
