#!/usr/bin/env node
// `npm run build`: builds every project with Nx, unless nothing has changed since it last did. Without its daemon, Nx
// deletes the outputs of every project and copies them back from its cache even if they are right already. A service of
// a running stack that starts meanwhile would not find its modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
// As a whole: an older Node, which only begins to run this, does not have all of it.
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { onRuntime } from '../runtime.mjs';

await onRuntime();

const ROOT = join(import.meta.dirname, '..', '..');
/** In Nx's folder: `nx reset` forgets it together with the cache. */
const STAMP = join(ROOT, '.nx', 'built');

const FILES = [
  '{apps,libs,infra,tools}/**',
  '{package,package-lock,nx,tsconfig*}.json',
  '{jest.preset,oxlint.config}.mjs',
  'node_modules/.package-lock.json',
];
const LEFT_OUT = ['**/node_modules/*/**', 'infra/kafka/target'];
const OUTPUT = /\/(dist|src\/generated)\//;

/** A digest of the names, sizes and times of all files that a build reads, and one of those that it writes. */
const fingerprints = () => {
  const [sources, outputs] = [createHash('sha256').update(process.version), createHash('sha256')];
  const paths = fs.globSync(FILES, { cwd: ROOT, exclude: LEFT_OUT }).sort();
  for (const path of paths) {
    const stat = fs.lstatSync(join(ROOT, path), { throwIfNoEntry: false });
    if (!stat || stat.isDirectory()) continue;
    (OUTPUT.test(path) ? outputs : sources).update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
  }
  return { sources: sources.digest('hex'), outputs: outputs.digest('hex') };
};

const textOf = ({ sources, outputs }) => `${sources}\n${outputs}\n`;

const stamp = () => {
  try {
    return fs.readFileSync(STAMP, 'utf8');
  } catch {
    return '';
  }
};

const before = fingerprints();
if (stamp() === textOf(before)) {
  console.log('Nothing has changed since the last build.');
  process.exit(0);
}
fs.rmSync(STAMP, { force: true });
// Without its daemon, which would stay when the build is done.
const { status, error } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules', 'nx', 'dist', 'bin', 'nx.js'), 'run-many', '-t', 'build', '--output-style=static'],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true' } },
);
if (error) throw error;
if (status !== 0) process.exit(status ?? 1);
const after = fingerprints();
// What was edited during the build may not be in its outputs.
if (after.sources === before.sources) {
  fs.mkdirSync(dirname(STAMP), { recursive: true });
  fs.writeFileSync(STAMP, textOf(after));
}
