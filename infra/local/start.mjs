#!/usr/bin/env node
// `npm start`: compiles the starter itself, which then compiles and starts the rest.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { onRuntime } from '../../tools/runtime.mjs';

await onRuntime();

const here = (...path) => join(import.meta.dirname, ...path);

if (!process.argv.includes('--no-build')) {
  const tsc = here('..', '..', 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const { status, error } = spawnSync(process.execPath, [tsc, '-b', here('tsconfig.build.json')], { stdio: 'inherit' });
  if (status !== 0) {
    console.error(error ? 'There is no compiler: run npm ci first.' : 'The local stack does not compile; see above.');
    process.exit(1);
  }
}

// A terminal that was closed must not stop the stack halfway through stopping.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const { main } = await import('./dist/main.js');
process.exit(await main(process.argv.slice(2)));
