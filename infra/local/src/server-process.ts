import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { guardProcess } from './guard.js';

export interface ServerCommand {
  name: string;
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Both of its outputs are appended here: a file outlives whoever started the server, a pipe does not. */
  logFile: string;
  cwd?: string;
  uid?: number;
  gid?: number;
}

export interface ServerProcess {
  readonly name: string;
  readonly child: ChildProcess;
  readonly pid: number;
  /** Settles when the process is gone; never rejects. */
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  isRunning(): boolean;
  /** What it wrote to its log since it was started. */
  output(): string;
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** What a file holds from a byte on. */
const readFrom = (file: string, from: number): string => {
  const buffer = Buffer.alloc(Math.max(0, sizeOf(file) - from));
  const descriptor = openSync(file, 'r');
  const count = readSync(descriptor, buffer, 0, buffer.length, from);
  closeSync(descriptor);
  return buffer.toString('utf8', 0, count);
};

/**
 * Starts a process in a session of its own, so that a terminal's Ctrl-C reaches only who started it. It is ended when
 * that one is killed.
 */
export const startProcess = (options: ServerCommand): Promise<ServerProcess> => {
  const from = sizeOf(options.logFile);
  const log = openSync(options.logFile, 'a');
  const { uid, gid, cwd, env } = options;
  const child = spawn(options.command, options.args, {
    env,
    cwd,
    uid,
    gid,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const exited: ServerProcess['exited'] = new Promise((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`${options.name} could not be started: ${error.message}`, { cause: error })),
    );
    child.once('spawn', () => {
      const pid = child.pid ?? 0;
      guardProcess(pid, exited);
      const isRunning = () => child.exitCode === null && child.signalCode === null;
      resolve({ name: options.name, child, pid, exited, isRunning, output: () => readFrom(options.logFile, from) });
    });
  });
};

const lastLines = (text: string, count: number): string => text.trimEnd().split('\n').slice(-count).join('\n');

const endOfLog = (server: ServerProcess): string => {
  const output = server.output();
  if (output.trim() === '') return 'It wrote nothing to its log, which may be because the disk is full.';
  return `The end of its log:\n${lastLines(output, 15)}`;
};

/** Waits until `isReady`; a process that ends before, or takes too long, is an error with the end of its log. */
export const untilReady = async (
  server: ServerProcess,
  isReady: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<void> => {
  const deadline = Date.now() + timeoutMs;
  while (!(await isReady())) {
    if (!server.isRunning()) throw new Error(`${server.name} stopped while it started. ${endOfLog(server)}`);
    if (Date.now() > deadline)
      throw new Error(`${server.name} was not ready within ${timeoutMs / 1000} s. ${endOfLog(server)}`);
    await sleep(20);
  }
};

/** Asks a process to stop by `signal` and kills it when it has not after `graceMs`. */
export const stopProcess = async (server: ServerProcess, signal: NodeJS.Signals, graceMs: number): Promise<void> => {
  if (!server.isRunning()) return;
  server.child.kill(signal);
  const stopped = await Promise.race([server.exited.then(() => true), sleep(graceMs, false, { ref: false })]);
  if (stopped) return;
  server.child.kill('SIGKILL');
  await server.exited;
};
