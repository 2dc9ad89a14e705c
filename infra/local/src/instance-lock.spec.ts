import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeScratchFolders, scratchFolder } from '../test/scratch-folder.js';
import { lockInstance } from './instance-lock.js';
import { processIdentity } from './process-identity.js';

const lockFile = (): string => join(scratchFolder(), 'lock.json');

afterAll(removeScratchFolders);

describe('the lock of a data folder', () => {
  it('tells the second who has it, and where that one serves', () => {
    const file = lockFile();
    const lock = lockInstance(file);
    if ('heldBy' in lock) throw new Error('nobody else is here');
    lock.announce('http://127.0.0.1:3000');
    expect(lockInstance(file)).toEqual({
      heldBy: { pid: process.pid, identity: processIdentity(process.pid), url: 'http://127.0.0.1:3000' },
    });
  });

  it('is free again once released', () => {
    const file = lockFile();
    const lock = lockInstance(file);
    if ('heldBy' in lock) throw new Error('nobody else is here');
    lock.release();
    expect(lockInstance(file)).toHaveProperty('release');
  });

  it.each([
    ['its owner was killed', JSON.stringify({ pid: 999_999_999, identity: 'gone', url: null })],
    [
      "its owner's number belongs to another process",
      JSON.stringify({ pid: process.pid, identity: 'an earlier one', url: null }),
    ],
    ['it was half written', '{"pid":'],
  ])('is taken over when %s', (_why, content) => {
    const file = lockFile();
    writeFileSync(file, content);
    expect(lockInstance(file)).toHaveProperty('release');
    expect(readdirSync(join(file, '..'))).toEqual(['lock.json']);
  });
});
