import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { eventually } from '@cds/testing';

const run = promisify(execFile);
const CACHE = join(import.meta.dirname, '..', '..', '..', '..', '.local', 'sdk-runtimes');

/** Packages that have the runtime's program in them, by platform: none is fetched from anywhere else. */
const PROGRAMS = {
  deno: {
    version: '2.9.6',
    file: 'deno',
    'linux-x64': '@deno/linux-x64-glibc',
    'linux-arm64': '@deno/linux-arm64-glibc',
    'darwin-x64': '@deno/darwin-x64',
    'darwin-arm64': '@deno/darwin-arm64',
  },
  bun: {
    version: '1.4.5',
    file: 'bin/bun',
    'linux-x64': '@oven/bun-linux-x64',
    'linux-arm64': '@oven/bun-linux-aarch64',
    'darwin-x64': '@oven/bun-darwin-x64',
    'darwin-arm64': '@oven/bun-darwin-aarch64',
  },
  workerd: {
    version: '1.20261117.1',
    file: 'bin/workerd',
    'linux-x64': '@cloudflare/workerd-linux-64',
    'linux-arm64': '@cloudflare/workerd-linux-arm64',
    'darwin-x64': '@cloudflare/workerd-darwin-64',
    'darwin-arm64': '@cloudflare/workerd-darwin-arm64',
  },
} as const;

export type Runtime = keyof typeof PROGRAMS;

/** The program of a runtime, installed from npm the first time. */
const programOf = async (runtime: Runtime): Promise<string> => {
  const { version, file, ...packages } = PROGRAMS[runtime];
  const name = (packages as Record<string, string>)[`${process.platform}-${process.arch}`];
  if (name === undefined) throw new Error(`There is no ${runtime} for ${process.platform} on ${process.arch}.`);
  const folder = join(CACHE, `${runtime}-${version}`);
  const program = join(folder, 'node_modules', name, file);
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', `${name}@${version}`];
    await run('npm', args, { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' } });
    chmodSync(program, 0o755);
  }
  return program;
};

/** What `check` of check.mjs, which is in the project's folder, returns for the job in a runtime. */
export const checkedIn = async (runtime: Runtime, folder: string, job: object): Promise<unknown> => {
  const program = await programOf(runtime);
  if (runtime === 'workerd') return checkedInWorker(program, folder, job);
  const call = `console.log(JSON.stringify(await check(${JSON.stringify(job)})));`;
  writeFileSync(join(folder, 'main.mjs'), `import { check } from './check.mjs';\n${call}\n`);
  const args = runtime === 'deno' ? ['run', '--no-prompt', '--allow-net=127.0.0.1', 'main.mjs'] : ['run', 'main.mjs'];
  const { stdout } = await run(program, args, { cwd: folder, timeout: 60_000, env: { ...process.env, NO_COLOR: '1' } });
  return JSON.parse(stdout) as unknown;
};

/** Workers are bundled, and answer requests. */
const checkedInWorker = async (program: string, folder: string, job: object): Promise<unknown> => {
  writeFileSync(
    join(folder, 'worker.mjs'),
    `import { check } from './check.mjs';
export default { fetch: async () => Response.json(await check(${JSON.stringify(job)})) };\n`,
  );
  const bundle = await rolldown({ input: join(folder, 'worker.mjs'), platform: 'browser' });
  await bundle.write({ format: 'esm', file: join(folder, 'bundle.mjs'), codeSplitting: false });
  await bundle.close();
  const port = await freePort();
  writeFileSync(join(folder, 'worker.capnp'), configOf(port));
  const child = spawn(program, ['serve', 'worker.capnp'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    return await eventually(async () => (await fetch(`http://127.0.0.1:${port}/`)).json() as Promise<unknown>, {
      timeoutMs: 30_000,
    });
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
  }
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const configOf = (port: number): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = .main), (name = "internet", network = (allow = ["private", "public"])) ],
  sockets = [ (name = "http", address = "127.0.0.1:${port}", http = (), service = "main") ]
);
const main :Workerd.Worker = (
  modules = [ (name = "worker", esModule = embed "bundle.mjs") ],
  compatibilityDate = "2026-01-01"
);
`;
