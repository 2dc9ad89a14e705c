import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What `npm start` writes into its data folder. */
export interface Credentials {
  base_url: string;
  api_key: string;
  reviewer_key: string;
  portal_email: string;
  portal_password: string;
  kafka_brokers: string;
  database_url: string;
}

const START = join(import.meta.dirname, '..', 'start.mjs');
const READY_WITHIN_MS = 240_000;

/** The product as `npm start` runs it, in a folder of its own and on free ports; for tests and measurements. */
export class RunningStack {
  private constructor(
    private readonly child: ChildProcess,
    readonly folder: string,
    readonly credentials: Credentials,
  ) {}

  /** Starts what was built last; fails with what was printed when it is not ready within four minutes. */
  static async start(args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Promise<RunningStack> {
    const folder = mkdtempSync(join(tmpdir(), 'cds-stack-'));
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      CDS_DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...environment,
    };
    const child = spawn(process.execPath, [START, '--no-build', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(String(chunk)));
    try {
      return new RunningStack(child, folder, await ready(child, join(folder, 'credentials.json')));
    } catch (error) {
      await end(child);
      throw new Error(`The stack did not become ready:\n${output.join('').slice(-4_000)}\n${logTails(folder)}`, {
        cause: error,
      });
    }
  }

  /**
   * The pid of one of its processes, by the name it is supervised under, such as `catch`, `kafka` or `postgres`;
   * undefined while it is down.
   */
  pidOf(name: string): number | undefined {
    try {
      return (JSON.parse(readFileSync(join(this.folder, 'run', `${name}.json`), 'utf8')) as { pid: number }).pid;
    } catch {
      return undefined;
    }
  }

  /** Stops everything as Ctrl-C would, and throws its data away. */
  async stop(): Promise<void> {
    await end(this.child);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await ended;
};

const ready = async (child: ChildProcess, file: string): Promise<Credentials> => {
  for (
    const deadline = Date.now() + READY_WITHIN_MS;
    Date.now() < deadline && child.exitCode === null;
    await sleep(200)
  ) {
    if (!existsSync(file)) continue;
    const credentials = JSON.parse(readFileSync(file, 'utf8')) as Credentials;
    if (await answers(credentials)) return credentials;
  }
  throw new Error('not ready in time');
};

const answers = async ({ base_url: baseUrl, api_key: key }: Credentials): Promise<boolean> => {
  const headers = { authorization: `Bearer ${key}` };
  const paths = ['/v1/catches', '/v1/leaderboards', '/v1/webhooks', '/v1/species'];
  const all = await Promise.all(paths.map((path) => fetch(`${baseUrl}${path}`, { headers }).catch(() => undefined)));
  return all.every((answer) => answer?.ok);
};

const logTails = (folder: string): string => {
  const logs = join(folder, 'logs');
  if (!existsSync(logs)) return '';
  return readdirSync(logs)
    .map((file) => `== ${file}\n${readFileSync(join(logs, file), 'utf8').slice(-1_000)}`)
    .join('\n');
};
