#!/usr/bin/env node
// `npm run audit`: builds what it runs when that is missing, as in a fresh clone.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onRuntime } from '../runtime.mjs';

await onRuntime();

const here = (...path) => join(import.meta.dirname, ...path);

if (!existsSync(here('dist', 'cli.js'))) {
  const tsc = here('..', '..', 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-b', here('tsconfig.build.json')], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

const { main } = await import('./dist/cli.js');
process.exitCode = await main(process.argv.slice(2));
