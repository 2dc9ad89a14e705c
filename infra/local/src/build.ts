import { failedTasks } from './failed-tasks.js';
import { inRepository } from './repository.js';
import { runNode } from './run-node.js';

/** Compiles what changed since the last time. */
export const build = async (): Promise<void> => {
  await runNode(inRepository('tools', 'build', 'run.mjs'), [], { FORCE_COLOR: '0' }, failedTasks);
};
