import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const major = Number(process.versions.node.split('.')[0]);

/** The major version of Node that the product is tested on and ships with. */
const REQUIRED_MAJOR = 24;

/** npm scripts find this Node first on their PATH. */
const INSTALLED = join(import.meta.dirname, '..', 'node_modules', '.bin', 'node');

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs this program once more by another Node, hands it every signal, and ends as it ends. */
const runBy = (node) =>
  new Promise((_resolve, reject) => {
    const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        // A terminal sends Ctrl-C to both processes by itself, and a second one would end the child at once.
        if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => process.exit(code ?? 1));
  });

/**
 * Returns when this process runs on the product's Node or a later one. An older Node, such as a host's own, runs the
 * program again by the one in node_modules and never returns; without that one it says what to do and ends.
 */
export const onRuntime = async () => {
  if (major >= REQUIRED_MAJOR) return;
  if (existsSync(INSTALLED)) return runBy(INSTALLED);
  console.error(
    `The product runs on Node ${REQUIRED_MAJOR}, and this is ${process.version}. Run npm ci, which installs Node ` +
      `${REQUIRED_MAJOR} into node_modules, or start this by Node ${REQUIRED_MAJOR}.`,
  );
  process.exit(1);
};
