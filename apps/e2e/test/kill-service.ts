import type { RunningStack } from '@cds/local/running-stack';
import { eventually } from '@cds/testing';

/** Ends a process of the stack by kill -9, and returns when its successor runs. */
export const killService = async (stack: RunningStack, name: string): Promise<void> => {
  const pid = stack.pidOf(name);
  if (pid === undefined) throw new Error(`${name} is not running`);
  process.kill(pid, 'SIGKILL');
  await eventually(() => expect([undefined, pid]).not.toContain(stack.pidOf(name)), { timeoutMs: 30_000 });
};
