import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeScratchFolders, scratchFolder } from '../test/scratch-folder.js';
import { inRepository } from './repository.js';

afterAll(removeScratchFolders);

/** Stands in for Nx: writes outputs anew, as Nx does, and fails or edits a source where a file asks for that. */
const NX = `
const fs = require('node:fs');
if (fs.existsSync('fails')) process.exit(3);
fs.mkdirSync('apps/lure/dist', { recursive: true });
fs.rmSync('apps/lure/dist/main.js', { force: true });
fs.writeFileSync('apps/lure/dist/main.js', '');
fs.appendFileSync('builds', '.');
if (fs.existsSync('edits')) fs.appendFileSync('apps/lure/main.ts', 'more');
`;

const repository = () => {
  const root = scratchFolder();
  cpSync(inRepository('tools', 'build'), join(root, 'tools', 'build'), { recursive: true });
  cpSync(inRepository('tools', 'runtime.mjs'), join(root, 'tools', 'runtime.mjs'));
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('node_modules/nx/dist/bin/nx.js', NX);
  write('apps/lure/main.ts', 'const lure = 1;');
  write('apps/lure/node_modules/left-pad/index.js', '');
  const build = () => spawnSync(process.execPath, ['tools/build/run.mjs'], { cwd: root, encoding: 'utf8' }).status;
  const builds = () => (existsSync(join(root, 'builds')) ? readFileSync(join(root, 'builds'), 'utf8').length : 0);
  const remove = (path: string) => rmSync(join(root, path), { recursive: true });
  return { write, remove, build, builds };
};

describe('npm run build', () => {
  it('leaves outputs alone while nothing has changed', () => {
    const { write, build, builds } = repository();
    expect([build(), build(), builds()]).toEqual([0, 0, 1]);
    write('apps/lure/node_modules/left-pad/index.js', 'what a dependency keeps there');
    write('start.log', 'what a start prints');
    expect([build(), builds()]).toEqual([0, 1]);
  });

  it.each([
    ['a source', 'apps/lure/main.ts'],
    ['a new file', 'libs/rod/rod.ts'],
    ['the dependencies', 'node_modules/.package-lock.json'],
    ['the settings of the compiler', 'tsconfig.base.json'],
    ['an output', 'apps/lure/dist/main.js'],
  ])('builds again after a change of %s', (_what, path) => {
    const { write, build, builds } = repository();
    build();
    write(path, 'changed');
    expect([build(), build(), builds()]).toEqual([0, 0, 2]);
  });

  it.each(['apps/lure/dist', 'apps/lure/dist/main.js', '.nx'])('builds again without %s', (path) => {
    const { remove, build, builds } = repository();
    build();
    remove(path);
    expect([build(), builds()]).toEqual([0, 2]);
  });

  it('fails as Nx does, and builds again afterwards', () => {
    const { write, remove, build, builds } = repository();
    build();
    write('fails', '');
    write('apps/lure/main.ts', 'a mistake');
    expect([build(), build()]).toEqual([3, 3]);
    remove('fails');
    expect([build(), build(), builds()]).toEqual([0, 0, 2]);
  });

  it('builds again what was edited during the build', () => {
    const { write, remove, build, builds } = repository();
    write('edits', '');
    expect([build(), build()]).toEqual([0, 0]);
    remove('edits');
    expect([build(), build(), builds()]).toEqual([0, 0, 3]);
  });
});
