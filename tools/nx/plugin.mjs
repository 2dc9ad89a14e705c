// Infers each project's targets, and the projects it is built from, from the files it has, so that no project repeats
// them.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const JEST = 'node --disable-warning=TimeoutNegativeWarning ../../node_modules/jest/bin/jest.js';

const LINT = [
  'oxlint -c ../../oxlint.config.mjs .',
  'oxfmt -c ../../.oxfmtrc.json --ignore-path ../../.oxfmtignore --check .',
];

/**
 * The compiler is a Go program. It spends a third of its processor time on collecting garbage and on threads of its own
 * unless it may hold more and works in one: Nx has other tasks for the other processors.
 */
const COMPILER = { GOGC: '400' };

const run = (cwd, command, env) => ({ executor: 'nx:run-commands', options: { command, cwd, ...(env && { env }) } });

/** @param {string} root a project's folder @param {string} workspaceRoot */
const targetsOf = (root, workspaceRoot) => {
  const has = (file) => existsSync(join(workspaceRoot, root, file));
  return {
    lint: run(root, LINT.join(' && ')),
    typecheck: run(root, 'tsc -p tsconfig.json --singleThreaded', COMPILER),
    ...(has('tsconfig.build.json') && { build: run(root, 'tsc -b tsconfig.build.json --singleThreaded', COMPILER) }),
    ...(has('vite.config.ts') && { build: run(root, 'vite build --logLevel warn') }),
    ...(has('jest.config.mjs') && { test: run(root, `${JEST} -c jest.config.mjs`) }),
    // A schema engine is not needed to generate; without this the Prisma command tries to download one.
    ...(has('prisma/schema.prisma') && {
      generate: run(root, 'prisma generate', { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' }),
    }),
  };
};

export const name = 'workspace-targets';
export const createNodesV2 = [
  '{apps,libs,infra,tools}/*/tsconfig.json',
  (files, _options, context) =>
    files.map((file) => {
      const root = dirname(file);
      return [file, { projects: { [root]: { root, targets: targetsOf(root, context.workspaceRoot) } } }];
    }),
];

/**
 * What a project is built from is what its build references. Nx's own reading of imports would take those of tests too,
 * and go in circles: the library for tests is built from libraries that are tested with it.
 */
export const createDependencies = (_options, { projects, workspaceRoot }) => {
  const nameOf = new Map(Object.entries(projects).map(([name, { root }]) => [root, name]));
  return [...nameOf].flatMap(([root, source]) => {
    const sourceFile = posix.join(root, 'tsconfig.build.json');
    if (!existsSync(join(workspaceRoot, sourceFile))) return [];
    const { references = [] } = JSON.parse(readFileSync(join(workspaceRoot, sourceFile), 'utf8'));
    const targets = references.map(({ path }) => nameOf.get(posix.join(root, posix.dirname(path))));
    return targets
      .filter((target) => target !== source)
      .map((target) => ({ source, target, sourceFile, type: 'static' }));
  });
};
