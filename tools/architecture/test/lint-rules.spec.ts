import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { filesUnder, ROOT } from './repository.js';

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfigFile: join(ROOT, 'eslint.config.mjs'),
  overrideConfig: [
    {
      files: ['**/*.ts'],
      rules: { '@typescript-eslint/no-unused-vars': 'off', '@nx/enforce-module-boundaries': 'off' },
    },
  ] as ESLint.Options['overrideConfig'],
});

/** The rules that a file of this name breaks with this text. */
const broken = async (filePath: string, code: string): Promise<(string | null)[]> => {
  const [result] = await eslint.lintText(code, { filePath: join(ROOT, filePath) });
  return [...new Set(result?.messages.map(({ ruleId }) => ruleId))];
};

const importing = (name: string): string => `import { anything } from '${name}';\nexport const used = anything;\n`;

const IMPORTS = 'no-restricted-imports';

describe.each(['events', 'state', 'projection', 'decision'])('a file .%s.ts', (role) => {
  const file = `apps/catch/src/catches/sample.${role}.ts`;

  it.each(['@nestjs/common', 'pg', 'kafkajs', 'node:fs/promises', '@cds/kafka', '@cds/postgres', '@cds/service-kit'])(
    'imports nothing with I/O: not %s',
    async (name) => expect(await broken(file, importing(name))).toEqual([IMPORTS]),
  );

  it('imports no generated client', async () => {
    expect(await broken(file, importing('../generated/client.js'))).toEqual([IMPORTS]);
  });

  it('imports no published events', async () => {
    expect(await broken(file, importing('@cds/contracts/events'))).toEqual([IMPORTS]);
  });

  it('may import plain data', async () => {
    expect(await broken(file, importing('@cds/event-sourcing'))).toEqual([]);
  });
});

describe('a file .http.ts', () => {
  const file = 'apps/gateway/src/identity/accounts/sample.http.ts';

  it.each(['pg', '@prisma/client', '../../generated/client.js', '../../database/prisma.service.js', 'kafkajs'])(
    'does not reach %s',
    async (name) => expect(await broken(file, importing(name))).toEqual([IMPORTS]),
  );

  it('imports no published events', async () => {
    expect(await broken(file, importing('@cds/contracts/events'))).toEqual([IMPORTS]);
  });

  it('may import Nest and a handler', async () => {
    expect(
      await broken(
        file,
        importing('@nestjs/common') +
          importing('./sample.handler.js').replaceAll('anything', 'other').replace('used', 'used2'),
      ),
    ).toEqual([]);
  });
});

describe('a file .handler.ts', () => {
  const file = 'apps/gateway/src/identity/accounts/sample.handler.ts';
  const validating = (name: string): string =>
    `import { ${name} } from '@cds/validation';\nexport const used = ${name};\n`;

  it.each(['parseBody', 'acceptBody'])('does not read bodies of requests: not by %s', async (name) => {
    expect(await broken(file, validating(name))).toEqual([IMPORTS]);
  });

  it('may report violations, and reach the database', async () => {
    expect(await broken(file, validating('throwIfAny'))).toEqual([]);
    expect(await broken(file, importing('../../database/prisma.service.js'))).toEqual([]);
  });
});

describe('published events', () => {
  it.each(['publish-samples.ts', 'samples.consumer.ts'])('may be imported by %s', async (name) => {
    expect(await broken(`apps/catch/src/catches/${name}`, importing('@cds/contracts/events'))).toEqual([]);
  });

  it.each(['sample.handler.ts', 'sample.query.ts', 'sample.ts'])('may not be imported by %s', async (name) => {
    expect(await broken(`apps/catch/src/catches/${name}`, importing('@cds/contracts/events'))).toEqual([IMPORTS]);
  });
});

describe('test helpers', () => {
  it.each([
    'apps/catch/src/catches/publish-samples.ts',
    'apps/catch/src/catches/sample.handler.ts',
    'apps/catch/src/catches/sample.events.ts',
    'apps/catch/src/catches/sample.http.ts',
    'libs/messaging/src/sample.ts',
    'infra/local/src/sample.ts',
  ])('may not be imported by %s', async (file) => {
    expect(await broken(file, importing('@cds/testing'))).toEqual([IMPORTS]);
  });

  it.each(['apps/catch/src/catches/sample.spec.ts', 'apps/catch/test/sample.harness.ts'])(
    'may be imported by %s',
    async (file) => expect(await broken(file, importing('@cds/testing'))).toEqual([]),
  );

  it.each(['@cds/testing/events', '@cds/testing/identity'])('are those of %s, too', async (name) => {
    expect(await broken('libs/messaging/src/sample.ts', importing(name))).toEqual([IMPORTS]);
  });
});

interface BoundaryOptions {
  readonly depConstraints: readonly { readonly sourceTag: string; readonly onlyDependOnLibsWithTags?: string[] }[];
}

describe('libraries', () => {
  it('say what they may import, each of them', async () => {
    const { rules } = (await new ESLint({ cwd: ROOT }).calculateConfigForFile(join(ROOT, 'libs/sample.ts'))) as {
      rules: Record<string, [number, BoundaryOptions]>;
    };
    const constraints = rules['@nx/enforce-module-boundaries']?.[1].depConstraints ?? [];
    const constrained = new Set(
      constraints.flatMap(({ sourceTag, onlyDependOnLibsWithTags: tags }) => (tags ? [sourceTag] : [])),
    );
    const libraries = readdirSync(join(ROOT, 'libs')).filter((name) => name !== 'testing');
    expect(libraries.filter((name) => !constrained.has(`scope:${name}`))).toEqual([]);
  });
});

describe('the environment', () => {
  const READ = 'export const url = process.env.DATABASE_URL;\n';

  it('is read by config.ts', async () => {
    expect(await broken('apps/catch/src/config.ts', READ)).toEqual([]);
  });

  it('is not read by anything else in an app or a library', async () => {
    for (const file of ['apps/catch/src/main.ts', 'libs/messaging/src/sample.ts']) {
      expect(await broken(file, READ)).toEqual(['no-restricted-properties']);
    }
  });
});

describe('scripts', () => {
  it('are linted, and may use what Node.js provides', async () => {
    expect(await broken('tools/test/run.mjs', 'process.exit(notDefined);\n')).toEqual(['no-undef']);
    expect(await broken('tools/test/run.mjs', 'const unused = 1;\n')).toEqual(['@typescript-eslint/no-unused-vars']);
  });
});

/** The rules that a file with this text breaks, of those that need types. */
const brokenOfTypes = (code: string): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'cds-lint-'));
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, types: [] } }));
    writeFileSync(join(folder, 'sample.ts'), code);
    const oxlint = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const args = [oxlint, '-c', join(ROOT, '.oxlintrc.json'), '--type-aware', '--format', 'json', folder];
    const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
    return diagnostics.map(({ code }) => code);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('rules that need types', () => {
  it.each([
    ['no-floating-promises', 'const save = async () => 1;\nsave();\n'],
    ['no-misused-promises', '[1].forEach(async (one) => one);\n'],
    ['await-thenable', 'export const one = async () => await 1;\n'],
    [
      'switch-exhaustiveness-check',
      "export const f = (x: 'a' | 'b') => {\n  switch (x) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n};\n",
    ],
  ])('hold: %s', (rule, code) => {
    expect(brokenOfTypes(code)).toEqual([`typescript(${rule})`]);
  });

  it('let through what keeps them', () => {
    expect(brokenOfTypes('export const save = async () => 1;\nawait save();\n')).toEqual([]);
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
