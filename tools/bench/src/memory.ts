import { readdirSync, readFileSync } from 'node:fs';

const read = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process has ended since.
    return '';
  }
};

const parents = (): Map<string, string> =>
  new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [pid, /^PPid:\s+(\d+)$/m.exec(read(pid, 'status'))?.[1] ?? '']),
  );

/** A process and all that it started, directly or not. */
export const treeOf = (root: string, parentOf = parents()): string[] => [
  root,
  ...[...parentOf].filter(([, parent]) => parent === root).flatMap(([pid]) => treeOf(pid, parentOf)),
];

const residentBytes = (pid: string): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) * 1_024;

/** Resident bytes of a process and all that it started, on Linux. Pages that several share are counted once. */
export const memoryOfTree = (pid: number): number =>
  treeOf(String(pid)).reduce((sum, one) => sum + residentBytes(one), 0);
