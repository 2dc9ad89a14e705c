import { spawn } from 'node:child_process';
import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import { inRepository } from './repository.js';
import type { RunRecords } from './run-records.js';
import type { ServiceCopy } from './service-process.js';

const SETTLE_MS = 400;
const COMPILER = 'compiler';

/** Calls `act` once things have been quiet for a moment: a compiler writes many files at a time. */
const whenSettled = (act: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, SETTLE_MS);
  };
};

const watchCompiled = (folder: string, changed: () => void): FSWatcher[] => {
  const dist = inRepository(folder, 'dist');
  const isCode = (file: string | null) => file?.endsWith('.js') ?? false;
  return existsSync(dist)
    ? [watch(dist, { recursive: true }, (_event, file) => (isCode(file) ? changed() : undefined))]
    : [];
};

/** Compiles on every change; the terminal shows what the compiler has to say. Returns what ends it. */
const compileOnChange = (records: RunRecords): (() => void) => {
  const tsc = inRepository('node_modules', '@typescript', 'native', 'bin', 'tsc');
  const args = [tsc, '-b', '-w', '--preserveWatchOutput', inRepository('tsconfig.json')];
  // A group of its own: what is started here is a wrapper, and ending it alone would leave the compiler, which may also
  // be deaf to a gentle signal. It writes what it remembers last, so a kill costs nothing but a compilation.
  const child = spawn(process.execPath, args, {
    cwd: inRepository(),
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error('The compiler could not be started.');
  records.add(COMPILER, pid, 'SIGKILL', { isGroup: true });
  return () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
    records.remove(COMPILER);
  };
};

/**
 * Compiles what changes and starts again the services it concerns: one whose own code changed, all when a library's
 * did.
 */
export const restartOnChange = (copies: readonly ServiceCopy[], records: RunRecords): (() => void) => {
  const restart = (chosen: readonly ServiceCopy[]) => void Promise.all(chosen.map((copy) => copy.unit.restart()));
  const libraries = readdirSync(inRepository('libs')).map((name) => `libs/${name}`);
  const anyLibrary = whenSettled(() => restart(copies));
  const watchers = libraries.flatMap((folder) => watchCompiled(folder, anyLibrary));
  for (const service of new Set(copies.map((copy) => copy.service))) {
    const own = copies.filter((copy) => copy.service === service);
    watchers.push(
      ...watchCompiled(
        `apps/${service}`,
        whenSettled(() => restart(own)),
      ),
    );
  }
  const endCompiler = compileOnChange(records);
  return () => {
    endCompiler();
    for (const watcher of watchers) watcher.close();
  };
};
