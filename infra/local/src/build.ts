import { failedTasks } from './failed-tasks.js';
import { inRepository } from './repository.js';
import { runNode } from './run-node.js';

/**
 * Compiles what changed since the last time. Without Nx's daemon: it would stay when the stack is stopped.
 */
export const build = async (): Promise<void> => {
  const nx = inRepository('node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const args = ['run-many', '-t', 'build', '--output-style=static'];
  const env = { NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', FORCE_COLOR: '0' };
  await runNode(nx, args, env, failedTasks);
};
