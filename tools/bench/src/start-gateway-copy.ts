import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningStack } from '@cds/local/running-stack';
import { type Server, startServer } from './start-server.js';

/**
 * A copy of the stack's gateway that runs another script with more variables. Linux alone tells how the other one was
 * started.
 */
export const startGatewayCopy = (stack: RunningStack, script: string, more: NodeJS.ProcessEnv): Promise<Server> => {
  const pid = stack.pidOf('gateway');
  const environment = { ...environmentOf(pid), PORT: '0', INTERNAL_PORT: '0', ...more };
  return startServer(join(import.meta.dirname, '..', script), environment, flagsOf(pid));
};

const environmentOf = (pid: number | undefined): NodeJS.ProcessEnv => {
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
};

/** Options of Node: what stands before its script. */
const flagsOf = (pid: number | undefined): string[] => {
  const [, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return args.slice(
    0,
    args.findIndex((one) => !one.startsWith('-')),
  );
};
