import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { treeOf } from './memory.js';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Milliseconds of a processor that a process and all that it started have used, on Linux. */
export const cpuMsOfTree = (pid: number): number =>
  (treeOf(String(pid)).reduce((sum, one) => sum + ticksOf(one), 0) / TICKS_PER_SECOND) * 1_000;

/** Its own in user and system mode, and that of the children it has waited for. */
const ticksOf = (pid: string): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
  } catch {
    // The process has ended since.
    return 0;
  }
};
