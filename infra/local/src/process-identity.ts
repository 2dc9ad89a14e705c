import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const onLinux = (pid: number): string | null => {
  try {
    // The name in parentheses may hold anything; after it, the state is field 3 and the start time field 22.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    if (fields[0] === 'Z') return null;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return null;
  }
};

const elsewhere = (pid: number): string | null => {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
};

/**
 * What tells a process from another that gets the same number later: when it started, in which boot. Null when no such
 * process runs.
 */
export const processIdentity = (pid: number): string | null =>
  process.platform === 'linux' ? onLinux(pid) : elsewhere(pid);
