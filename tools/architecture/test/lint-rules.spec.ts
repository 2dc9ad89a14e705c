import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { filesUnder, ROOT } from './repository.js';

const OXLINT = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
const CONFIG = 'oxlint.config.mjs';
const BOUNDARIES = '@nx/enforce-module-boundaries';

interface Finding {
  readonly filename: string;
  /** Without one for a comment that switches a rule off in vain. */
  readonly code?: string;
  readonly message: string;
}

const folder = mkdtempSync(join(tmpdir(), 'cds-lint-'));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

/** What oxlint finds in these files by our configuration, with this option of the rule about boundaries. */
const lint = async (cwd: string, paths: readonly string[], boundaries?: object): Promise<readonly Finding[]> => {
  const rule = JSON.stringify(boundaries ? ['error', boundaries] : 'off');
  const added = `{ files: ['**/*.ts'], rules: { '${BOUNDARIES}': ${rule} } }`;
  const ours = JSON.stringify(join(ROOT, CONFIG));
  write(
    CONFIG,
    `import config from ${ours};\nexport default { ...config, overrides: [...config.overrides, ${added}] };\n`,
  );
  const args = [OXLINT, '-c', join(folder, CONFIG), '--format', 'json', ...paths];
  const output = await new Promise<string>((resolve) =>
    // It ends with 1 where it finds something.
    execFile(process.execPath, args, { cwd, maxBuffer: 2 ** 24 }, (_error, stdout, stderr) =>
      resolve(stdout || stderr),
    ),
  );
  return (JSON.parse(output) as { diagnostics: Finding[] }).diagnostics;
};

let samples = 0;
let found: readonly Finding[] = [];

/** Tests which rules a file of this name breaks with this text. All samples are linted together. */
const breaks = (title: string, file: string, text: string, ...rules: readonly string[]): void => {
  samples += 1;
  const path = join(dirname(file), `sample-${samples}`, basename(file));
  write(path, text);
  it(title, () => {
    const codes = found.filter(({ filename }) => filename === path).map(({ code, message }) => code ?? message);
    expect([...new Set(codes)]).toEqual(rules);
  });
};

beforeAll(async () => {
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, types: [] } }));
  // The samples are in no project.
  found = await lint(folder, ['.']);
});
afterAll(() => rmSync(folder, { recursive: true }));

const importing = (name: string): string => `import { anything } from '${name}';\nexport const used = anything;\n`;

const IMPORTS = 'eslint(no-restricted-imports)';

describe.each(['events', 'state', 'projection', 'decision'])('a file .%s.ts', (role) => {
  const file = `apps/catch/src/catches/sample.${role}.ts`;

  for (const name of [
    '@nestjs/common',
    'pg',
    'kafkajs',
    'node:fs/promises',
    '@nestjs/common/utils/shared.utils.js',
    'pg/lib/result.js',
    '@cds/messaging/nest',
    '@cds/kafka',
    '@cds/postgres',
    '@cds/service-kit',
  ])
    breaks(`imports nothing with I/O: not ${name}`, file, importing(name), IMPORTS);
  breaks('imports no generated client', file, importing('../generated/client.js'), IMPORTS);
  breaks('imports no published events', file, importing('@cds/contracts/events'), IMPORTS);
  breaks('may import plain data', file, importing('@cds/event-sourcing'));
});

describe('a file .http.ts', () => {
  const file = 'apps/gateway/src/identity/accounts/sample.http.ts';

  for (const name of [
    'pg',
    '@prisma/client',
    '../../generated/client.js',
    '../../database/prisma.service.js',
    'kafkajs',
  ])
    breaks(`does not reach ${name}`, file, importing(name), IMPORTS);
  breaks('imports no published events', file, importing('@cds/contracts/events'), IMPORTS);
  breaks('may import Nest', file, importing('@nestjs/common'));
  breaks('may import a handler', file, importing('./sample.handler.js'));
});

describe('a file .handler.ts', () => {
  const file = 'apps/gateway/src/identity/accounts/sample.handler.ts';
  const validating = (name: string): string =>
    `import { ${name} } from '@cds/validation';\nexport const used = ${name};\n`;

  for (const name of ['parseBody', 'acceptBody'])
    breaks(`does not read bodies of requests: not by ${name}`, file, validating(name), IMPORTS);
  breaks('may report violations', file, validating('throwIfAny'));
  breaks('may reach the database', file, importing('../../database/prisma.service.js'));
});

describe('published events', () => {
  const text = importing('@cds/contracts/events');

  for (const name of ['publish-samples.ts', 'samples.consumer.ts'])
    breaks(`may be imported by ${name}`, `apps/catch/src/catches/${name}`, text);
  for (const name of ['sample.handler.ts', 'sample.query.ts', 'sample.ts'])
    breaks(`may not be imported by ${name}`, `apps/catch/src/catches/${name}`, text, IMPORTS);
});

describe('test helpers', () => {
  for (const file of [
    'apps/catch/src/catches/publish-samples.ts',
    'apps/catch/src/catches/sample.handler.ts',
    'apps/catch/src/catches/sample.events.ts',
    'apps/catch/src/catches/sample.http.ts',
    'libs/messaging/src/sample.ts',
    'infra/local/src/sample.ts',
  ])
    breaks(`may not be imported by ${file}`, file, importing('@cds/testing'), IMPORTS);
  for (const file of ['apps/catch/src/catches/sample.spec.ts', 'apps/catch/test/sample.harness.ts'])
    breaks(`may be imported by ${file}`, file, importing('@cds/testing'));
  for (const name of ['@cds/testing/events', '@cds/testing/identity'])
    breaks(`are those of ${name}, too`, 'libs/messaging/src/sample.ts', importing(name), IMPORTS);
});

describe('the SDK', () => {
  breaks('has no dependency', 'libs/sdk/src/sample.ts', importing('undici'), IMPORTS);
  breaks('imports its own files', 'libs/sdk/src/sample.ts', importing('./request.js'));
});

describe('the environment', () => {
  const READ = 'export const url = process.env.DATABASE_URL;\n';

  breaks('is read by config.ts', 'apps/catch/src/config.ts', READ);
  for (const file of ['apps/catch/src/main.ts', 'libs/messaging/src/sample.ts'])
    breaks(`is not read by ${file}`, file, READ, 'eslint(no-restricted-properties)');
});

describe('scripts', () => {
  breaks(
    'may use what Node.js provides alone',
    'tools/test/run.mjs',
    'process.exit(notDefined);\n',
    'eslint(no-undef)',
  );
  breaks('are linted', 'tools/test/run.mjs', 'const unused = 1;\n', 'eslint(no-unused-vars)');
});

describe('rules for every file', () => {
  const file = 'libs/messaging/src/sample.ts';

  breaks('allow no any', file, 'export const one = (two: any): unknown => two;\n', 'typescript(no-explicit-any)');
  breaks(
    'allow no assertion that a value is there',
    file,
    'export const one = (two?: string): string => two!;\n',
    'typescript(no-non-null-assertion)',
  );
  breaks(
    'allow arguments that are not used when they say so',
    file,
    'export const one = (_two: string): number => 1;\n',
  );
  breaks(
    'allow no comment that switches off what is not broken',
    file,
    '// oxlint-disable-next-line no-var\nexport const one = 1;\n',
    'Unused oxlint-disable directive (no problems were reported).',
  );
});

describe('rules that need types', () => {
  const file = 'libs/messaging/src/sample.ts';

  for (const [rule, text] of [
    ['no-floating-promises', 'const save = async () => 1;\nsave();\n'],
    ['no-misused-promises', '[1].forEach(async (one) => one);\n'],
    ['await-thenable', 'export const one = async () => await 1;\n'],
    [
      'switch-exhaustiveness-check',
      "export const f = (x: 'a' | 'b') => {\n  switch (x) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n};\n",
    ],
  ] as const)
    breaks(`hold: ${rule}`, file, text, `typescript(${rule})`);
  breaks('let through what keeps them', file, 'export const save = async () => 1;\nawait save();\n');
});

interface BoundaryOptions {
  readonly depConstraints: readonly { readonly sourceTag: string; readonly onlyDependOnLibsWithTags?: string[] }[];
}

describe('libraries', () => {
  it('say what they may import, each of them', async () => {
    const { default: config } = (await import(join(ROOT, CONFIG))) as {
      default: { overrides: { rules: Record<string, ['error', BoundaryOptions]> }[] };
    };
    const constraints = config.overrides.flatMap(({ rules }) => rules[BOUNDARIES]?.[1].depConstraints ?? []);
    const constrained = new Set(
      constraints.flatMap(({ sourceTag, onlyDependOnLibsWithTags: tags }) => (tags ? [sourceTag] : [])),
    );
    const libraries = readdirSync(join(ROOT, 'libs')).filter((name) => name !== 'testing');
    expect(libraries.filter((name) => !constrained.has(`scope:${name}`))).toEqual([]);
  });

  it('are kept to it', async () => {
    const path = 'libs/postgres/src/account-turns.ts';
    const importsOf = async (tag: string) =>
      (await lint(ROOT, [path], { depConstraints: [{ sourceTag: '*', onlyDependOnLibsWithTags: [tag] }] })).map(
        ({ code }) => code,
      );
    expect(await importsOf('scope:errors')).toEqual([]);
    expect(await importsOf('scope:contracts')).toEqual(['@nx(enforce-module-boundaries)']);
  });
});

/** They run in browsers too, or are checked as their users see them. */
const CHECKED_ALONE = ['apps/portal', 'apps/e2e', 'libs/sdk'];

describe('the types of all projects but those that are checked alone', () => {
  const read = (path: string) => readFileSync(path, 'utf8');
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.check.json'), read) as { config: { exclude: string[] } };

  it('are checked as one program, which leaves out nothing else', () => {
    expect(config.exclude).toEqual([...CHECKED_ALONE, '**/dist']);
    const checked = new Set(ts.parseJsonConfigFileContent(config, ts.sys, ROOT).fileNames);
    const sources = ['apps', 'libs', 'infra', 'tools'].flatMap(filesUnder).filter((path) => path.endsWith('.ts'));
    const others = sources.filter((path) => !CHECKED_ALONE.some((project) => path.startsWith(`${project}/`)));
    expect(others.length).toBeGreaterThan(1_000);
    expect(others.filter((path) => !checked.has(join(ROOT, path)))).toEqual([]);
  });
});
