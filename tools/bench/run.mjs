#!/usr/bin/env node
// `npm run bench`: builds, then measures on a stack of its own.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { onRuntime } from '../runtime.mjs';

await onRuntime();

const root = join(import.meta.dirname, '..', '..');
const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
const { status, stdout, stderr } = spawnSync(process.execPath, [nx, 'run-many', '-t', 'build'], {
  cwd: root,
  encoding: 'utf8',
});
if (status !== 0) {
  process.stderr.write(`The build failed:\n${stdout}${stderr}`);
  process.exit(1);
}
const { main } = await import('./dist/main.js');
process.exit(await main(process.argv.slice(2)));
