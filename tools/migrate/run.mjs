#!/usr/bin/env node
// `npm run migrate`: builds what it runs when that is missing, as in a fresh clone.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onRuntime } from '../runtime.mjs';

await onRuntime();

const inRoot = (...path) => join(import.meta.dirname, '..', '..', ...path);

const build = (project, entry) => {
  if (existsSync(inRoot(project, 'dist', entry))) return;
  const tsc = inRoot('node_modules', '@typescript', 'native', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-b', inRoot(project, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
};

/** A PostgreSQL that is thrown away, for what needs a server and none of its data. */
const borrowServer = async () => {
  build('infra/local', 'postgres.js');
  const { startPostgres } = await import('../../infra/local/dist/postgres.js');
  return startPostgres();
};

build('tools/migrate', 'cli.js');
const { main } = await import('./dist/cli.js');
process.exitCode = await main(process.argv.slice(2), borrowServer);
