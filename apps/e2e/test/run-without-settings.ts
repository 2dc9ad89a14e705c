import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Runs a program of the repository to its end. One that began its work would ask for its database. */
export const runWithoutSettings = (program: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [join(ROOT, program), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], CDS_DATA_DIR: '/nowhere' },
  });
