import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './repository.js';

interface Outcome {
  testResults: { name: string; message: string; assertionResults: { title: string; status: string }[] }[];
}

const UNTIDY = `
import { jest } from '@jest/globals';
import { next } from './counter.js';
it('imports the module as number ' + next(), () => undefined);
it('finds nothing left behind', async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(Math.random()).toBeLessThan(1);
  expect(process.env['LEFT_BEHIND']).toBeUndefined();
  expect(process.cwd()).not.toBe('/');
});
it('leaves things behind', () => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(7);
  process.env['LEFT_BEHIND'] = 'yes';
  process.chdir('/');
});
`;

const SAMPLES: Readonly<Record<string, string>> = {
  'counter.ts': 'let count = 0;\nexport const next = (): number => (count += 1);\n',
  'a-untidy.spec.ts': UNTIDY,
  'b-untidy.spec.ts': UNTIDY,
  'c-failing.spec.ts': `
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
it('differs', () => expect(1).toBe(2));
it('leaves a rejection unhandled', async () => { void Promise.reject(new Error('unhandled')); await pause(); });
it('throws in a timer', async () => { setTimeout(() => { throw new Error('thrown'); }, 1); await pause(); });
it('does not end', () => new Promise(() => undefined), 50);
it('passes', () => undefined);
`,
  'd-after-all.spec.ts': "afterAll(() => { throw new Error('after all'); });\nit('passes', () => undefined);\n",
  'e-loading.spec.ts': "it('passes', () => undefined);\nthrow new Error('while loading');\n",
  'jest.config.mjs': `import { unitPreset } from ${JSON.stringify(join(ROOT, 'jest.preset.mjs'))};
export default { ...unitPreset(import.meta.dirname), testMatch: ['<rootDir>/*.spec.ts'] };
`,
};

const folder = mkdtempSync(join(tmpdir(), 'cds-runner-'));
let status: number | null;
let files: Outcome['testResults'];

const fileOf = (name: string) => files.find((file) => file.name.endsWith(name));
const statusesOf = (name: string) =>
  fileOf(name)?.assertionResults.map(({ title, status: result }) => `${title}: ${result}`);

beforeAll(() => {
  for (const [name, text] of Object.entries(SAMPLES)) writeFileSync(join(folder, name), text);
  const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const run = spawnSync(
    process.execPath,
    [jest, '--rootDir', folder, '-c', join(folder, 'jest.config.mjs'), '-i', '--json'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  status = run.status;
  files = (JSON.parse(run.stdout) as Outcome).testResults;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('two test files of one worker', () => {
  it('share the modules that they import, and nothing that the first one changed', () => {
    const both = ['a-untidy.spec.ts', 'b-untidy.spec.ts'].flatMap((name) => statusesOf(name) ?? []);
    expect(both.sort()).toEqual([
      'finds nothing left behind: passed',
      'finds nothing left behind: passed',
      'imports the module as number 1: passed',
      'imports the module as number 2: passed',
      'leaves things behind: passed',
      'leaves things behind: passed',
    ]);
  });
});

describe('a test file that fails', () => {
  it('fails by what its tests assert, reject, throw late or never finish', () => {
    expect(statusesOf('c-failing.spec.ts')).toEqual([
      'differs: failed',
      'leaves a rejection unhandled: failed',
      'throws in a timer: failed',
      'does not end: failed',
      'passes: passed',
    ]);
  });

  it('names the line of its TypeScript source', () => {
    expect(fileOf('c-failing.spec.ts')?.message).toContain('c-failing.spec.ts:3:');
  });

  it('fails by an error in afterAll and by one while it loads', () => {
    expect(fileOf('d-after-all.spec.ts')?.message).toContain('after all');
    expect(fileOf('e-loading.spec.ts')?.message).toContain('while loading');
  });

  it('fails the run', () => {
    expect(status).toBe(1);
  });
});
