import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GO, PYTHON, TYPESCRIPT } from './programs.js';

const run = promisify(execFile);

const TSC = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules', '@typescript', 'native', 'bin', 'tsc');

/** What a client's program printed, or why it could not be run here. */
export type Outcome = { readonly printed: unknown } | { readonly skipped: string };

export interface Service {
  readonly url: string;
  readonly key: string;
}

const environmentOf = ({ url, key }: Service): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_OPTIONS: '',
  CDS_URL: url,
  CDS_KEY: key,
});

const COMPILER_OPTIONS = {
  strict: true,
  target: 'es2023',
  // The folder has no package.json: CommonJS, as the names of imports have no endings.
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  outDir: 'dist',
};

export const runTypeScript = async (folder: string, service: Service): Promise<Outcome> => {
  await writeFile(join(folder, 'main.ts'), `declare const process: { env: Record<string, string> };\n${TYPESCRIPT}`);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
  await built(process.execPath, [TSC, '-p', folder], folder);
  const { stdout } = await run(process.execPath, [join(folder, 'dist', 'main.js')], { env: environmentOf(service) });
  return { printed: JSON.parse(stdout) as unknown };
};

export const runPython = async (folder: string, service: Service): Promise<Outcome> => {
  if (!(await works('python3', ['--version']))) return { skipped: 'there is no python3' };
  await built('python3', ['-m', 'compileall', '-q', '.'], folder);
  if (!(await works('python3', ['-c', 'import dateutil, pydantic, typing_extensions, urllib3'])))
    return { skipped: 'compiled, not run: python3 lacks urllib3, python-dateutil, pydantic or typing-extensions' };
  await writeFile(join(folder, 'main.py'), PYTHON);
  const { stdout } = await run('python3', ['main.py'], { cwd: folder, env: environmentOf(service) });
  return { printed: JSON.parse(stdout) as unknown };
};

export const runGo = async (folder: string, service: Service): Promise<Outcome> => {
  if (!(await works('go', ['version']))) return { skipped: 'there is no go' };
  if (!(await works('go', ['mod', 'download'], folder))) return { skipped: 'the modules of Go cannot be had' };
  await mkdir(join(folder, 'main'));
  await writeFile(join(folder, 'main', 'main.go'), GO);
  // What is compiled runs once: to optimise it, or to save memory meanwhile, would double the time. That holds for Go's
  // own packages too, which it compiles where its cache lacks them.
  // Without the name of the folder what is compiled is the same each time, and Go finds it in its cache.
  const flags = ['-trimpath', '-mod=mod', '-gcflags=all=-N -l'];
  await built('go', ['build', ...flags, '-o', 'program', './main'], folder, { GOGC: '400', CGO_ENABLED: '0' });
  const { stdout } = await run(join(folder, 'program'), [], { env: environmentOf(service) });
  return { printed: JSON.parse(stdout) as unknown };
};

/** Fails with what the compiler says. */
const built = async (
  command: string,
  args: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<void> => {
  await run(command, args, { cwd, env: { ...process.env, NODE_OPTIONS: '', ...environment } }).catch(
    (error: unknown) => {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command} ${args.join(' ')}:\n${`${stdout}${stderr}`.slice(0, 4_000)}`, { cause: error });
    },
  );
};

const works = (command: string, args: readonly string[], cwd?: string): Promise<boolean> =>
  run(command, args, { cwd, timeout: 30_000 }).then(
    () => true,
    () => false,
  );
