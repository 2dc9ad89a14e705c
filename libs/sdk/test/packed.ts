import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SDK = join(import.meta.dirname, '..');
const ROOT = join(SDK, '..', '..');
const TSC = join(ROOT, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
const run = promisify(execFile);
const env = { ...process.env, NODE_OPTIONS: '' };

/** Runs a program of Node's in a folder; what it wrote is in the error when it fails. */
export const node = async (cwd: string, ...args: readonly string[]): Promise<string> => {
  const failed = (error: { stdout?: string; message: string }): never => {
    throw new Error(`${error.message}\n${error.stdout ?? ''}`);
  };
  return (await run(process.execPath, args, { cwd, env }).catch(failed)).stdout;
};

export interface Project {
  readonly folder: string;
  readonly tarball: Buffer;
  /** The package as it was installed. */
  readonly installed: string;
}

/** What is packed for ES modules. */
export const BUILT = join(SDK, 'dist', 'esm');

/** Builds the SDK, where that is not done. */
export const built = (): Promise<string> => node(SDK, TSC, '-b', 'tsconfig.build.json');

/** Builds and packs the SDK, and installs the file into an empty project. */
export const installedProject = async (): Promise<Project> => {
  await built();
  const folder = mkdtempSync(join(tmpdir(), 'cds-sdk-project-'));
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: SDK, env });
  const file = join(folder, stdout.trim());
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', file], { cwd: folder, env });
  const installed = join(folder, 'node_modules', '@catch-data', 'sdk');
  return { folder, tarball: readFileSync(file), installed };
};

/** Compiles a consumer as its author would. */
export const compiled = async (folder: string, file: string, options: object): Promise<void> => {
  cpSync(join(SDK, 'test', 'consumers', file), join(folder, file));
  await compile(folder, [file], options);
};

const SAMPLE = /^```ts\n([\s\S]*?)^```$/gm;

/** Compiles each sample of the README, with what it takes for given, as a module of its own. Returns how many. */
export const compiledReadme = async (folder: string): Promise<number> => {
  const given = 'readme.d.mts';
  cpSync(join(SDK, 'test', 'consumers', given), join(folder, given));
  const samples = [...readFileSync(join(SDK, 'README.md'), 'utf8').matchAll(SAMPLE)].map(([, code = '']) => code);
  const files = samples.map((_, at) => `readme-${at + 1}.mts`);
  for (const [at, file] of files.entries()) writeFileSync(join(folder, file), `${samples[at]}export {};\n`);
  await compile(folder, [given, ...files], {
    module: 'node16',
    noEmit: true,
    paths: { undici: [join(ROOT, 'node_modules', 'undici', 'index.d.ts')] },
  });
  return samples.length;
};

const compile = async (folder: string, files: readonly string[], options: object): Promise<void> => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: 'es2022',
    lib: ['es2022'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
    ...options,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await node(folder, TSC, '-p', 'tsconfig.json');
};
