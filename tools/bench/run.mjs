#!/usr/bin/env node
// `npm run bench`: builds, then measures on a stack of its own.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { onRuntime } from '../runtime.mjs';

await onRuntime();

const root = join(import.meta.dirname, '..', '..');
const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools', 'build', 'run.mjs')], {
  cwd: root,
  encoding: 'utf8',
});
if (status !== 0) {
  process.stderr.write(`The build failed:\n${stdout}${stderr}`);
  process.exit(1);
}
const { main } = await import('./dist/main.js');
process.exit(await main(process.argv.slice(2)));
