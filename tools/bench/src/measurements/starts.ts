import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { judged, type Measurement } from '../measurement.js';
import { memoryOfTree } from '../memory.js';
import type { Result } from '../report.js';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const MEGABYTE = 1_048_576;

/** Hard links take no time, but do not reach another file system. */
const linkOrCopy = (from: string, to: string): void => {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    execFileSync('cp', ['-a', from, to]);
  }
};

/** The sources as they are here and what `npm ci` installs, with nothing compiled and none of Kafka's jars. */
const freshClone = (): string => {
  const clone = mkdtempSync(join(tmpdir(), 'cds-clone-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of files.toString().split('\0').filter(Boolean))
    cpSync(join(ROOT, file), join(clone, file), { force: true });
  for (const folder of ['node_modules', ...globSync('{apps,libs,tools,infra}/*/node_modules', { cwd: ROOT })])
    linkOrCopy(join(ROOT, folder), join(clone, folder));
  rmSync(join(clone, 'node_modules', '.cache'), { recursive: true, force: true });
  return clone;
};

const startIn = async (clone: string): Promise<{ child: ChildProcess; seconds: number }> => {
  const from = performance.now();
  const child = spawn(process.execPath, [join(clone, 'infra', 'local', 'start.mjs')], {
    cwd: clone,
    env: { ...process.env, PORT: '0', CDS_DATA_DIR: '.local', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      output.push(line);
      if (line.startsWith('Ready in')) resolve();
    });
    child.once('exit', () => reject(new Error(`the product did not start:\n${output.join('\n')}`)));
  });
  return { child, seconds: (performance.now() - from) / 1_000 };
};

const stop = async (child: ChildProcess): Promise<void> => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await ended;
};

const startAndRest = async (clone: string, restSeconds: number): Promise<Result[]> => {
  const first = await startIn(clone);
  await stop(first.child);
  const later = await startIn(clone);
  await sleep(restSeconds * 1_000);
  const bytes = memoryOfTree(later.child.pid ?? 0);
  await stop(later.child);
  return [
    judged({ name: 'first start' }, first.seconds, { most: 60, unit: 's' }),
    judged({ name: 'later start' }, later.seconds, { most: 12, unit: 's' }),
    judged({ name: 'memory at rest' }, bytes / MEGABYTE, { most: 1_229, unit: 'MB' }),
  ];
};

/** Starts the product in a fresh clone, starts it again, and lets it rest. */
export const starts = (restSeconds: number): Measurement => ({
  name: 'starts',
  run: async () => {
    const clone = freshClone();
    try {
      return await startAndRest(clone, restSeconds);
    } finally {
      rmSync(clone, { recursive: true, force: true });
    }
  },
});
