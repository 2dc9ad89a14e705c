import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cyclesOf } from './import-graph.js';
import { filesUnder, ROOT } from './repository.js';

interface Dependency {
  readonly source: string;
  readonly target: string | undefined;
}

const { createDependencies } = (await import(pathToFileURL(join(ROOT, 'tools/nx/plugin.mjs')).href)) as {
  createDependencies: (
    options: undefined,
    context: { projects: Readonly<Record<string, { root: string }>>; workspaceRoot: string },
  ) => Dependency[];
};

/** The projects that are built, by their names. */
const projects = Object.fromEntries(
  ['apps', 'libs', 'infra', 'tools']
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
    .filter((root) => existsSync(join(ROOT, root, 'tsconfig.build.json')))
    .map((root) => {
      const { name } = JSON.parse(readFileSync(join(ROOT, root, 'package.json'), 'utf8')) as { name: string };
      return [name, { root }];
    }),
);

const IMPORT = /\b(?:from|import) '(@(?:cds|catch-data)\/[a-z-]+)/g;

/** The projects that the sources of a project import, tests aside. */
const importedBy = (root: string): string[] => {
  const files = filesUnder(`${root}/src`).filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  const names = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
};

const known = createDependencies(undefined, { projects, workspaceRoot: ROOT });
const targetsOf = (name: string) =>
  new Set(known.flatMap(({ source, target = '' }) => (source === name ? target : [])));

describe('the projects that Nx builds before a project', () => {
  it.each(Object.entries(projects))('are all that %s imports', (name, { root }) => {
    const targets = targetsOf(name);
    expect(importedBy(root).filter((imported) => !targets.has(imported))).toEqual([]);
  });

  it('are projects, and never go in circles', () => {
    expect(known.filter(({ target }) => target === undefined)).toEqual([]);
    expect(cyclesOf(new Map(Object.keys(projects).map((name) => [name, targetsOf(name)])))).toEqual([]);
  });
});
