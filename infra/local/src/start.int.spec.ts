import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { removeScratchFolders, scratchFolder } from '../test/scratch-folder.js';
import { freePort } from './free-port.js';
import { processIdentity } from './process-identity.js';

const START = join(import.meta.dirname, '..', 'start.mjs');

const children = new Set<ChildProcess>();

/** Runs `npm start` to its end: for starts that fail. */
const start = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<{ code: number | null; output: string }> => {
  const child = spawn(process.execPath, [START, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child.once('close', () => children.delete(child)));
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  await once(child, 'close');
  return { code: child.exitCode, output: output.join('') };
};

afterEach(() => children.forEach((child) => child.kill('SIGKILL')));
afterAll(removeScratchFolders);

describe('a start that cannot go on', () => {
  it('names who has its port', async () => {
    const port = await freePort();
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
    const { code, output } = await start({ PORT: String(port), CDS_DATA_DIR: scratchFolder() });
    holder.close();
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(
        `^Port ${port} is taken( by .+ \\(pid ${process.pid}\\))?\\.\nUse another port: PORT=\\d+ npm start\n$`,
      ),
    );
  });

  it('names the one that already runs on its data, and leaves that alone', async () => {
    const folder = scratchFolder();
    const running = { pid: process.pid, identity: processIdentity(process.pid), url: 'http://127.0.0.1:3000' };
    writeFileSync(join(folder, 'lock.json'), JSON.stringify(running));
    const { code, output } = await start({ PORT: '0', CDS_DATA_DIR: folder });
    expect(code).toBe(1);
    expect(output).toContain(`It already runs, as process ${process.pid}, at http://127.0.0.1:3000.`);
  });

  describe('names a data folder', () => {
    const file = (): string => {
      const path = join(scratchFolder(), 'file');
      writeFileSync(path, '');
      return path;
    };
    const notCreatable = process.platform === 'linux' ? it : it.skip;

    const refusal = async (folder: string): Promise<string> => {
      const { code, output } = await start({ PORT: '0', CDS_DATA_DIR: folder });
      expect(code).toBe(1);
      const [said, advice, ...rest] = output.split('\n');
      expect([advice, ...rest]).toEqual([expect.stringContaining('CDS_DATA_DIR=/path npm start'), '']);
      return said ?? '';
    };

    it('that is a file', async () => {
      const folder = file();
      expect(await refusal(folder)).toBe(`The data folder ${folder} cannot be used: it is not a directory`);
    });

    it('below a file', async () => {
      const folder = join(file(), 'missing', 'below');
      expect(await refusal(folder)).toContain(`The data folder ${folder} cannot be used: ENOTDIR`);
    });

    notCreatable.each(['/proc/nothing', '/proc/nothing/below'])('where none can be made: %s', async (folder) => {
      expect(await refusal(folder)).toContain(`The data folder ${folder} cannot be used: ENOENT`);
    });
  });

  it('tells the ways to a Kafka when there is no Java', async () => {
    const home = scratchFolder();
    mkdirSync(join(home, 'bin'));
    const env = {
      PORT: '0',
      CDS_DATA_DIR: join(home, 'data'),
      JAVA_HOME: home,
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1',
    };
    const { code, output } = await start(env, '--no-build');
    expect(code).toBe(1);
    expect(output).toContain('Kafka needs Java 17 or later');
    for (const way of ['install Java 17', 'KAFKA_BROKERS=', 'docker compose up']) expect(output).toContain(way);
  });

  it('names a database server that does not answer', async () => {
    const env = {
      PORT: '0',
      CDS_DATA_DIR: scratchFolder(),
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1',
      KAFKA_BROKERS: '127.0.0.1:1',
    };
    const { code, output } = await start(env, '--no-build');
    expect(code).toBe(1);
    expect(output).toContain(
      'PostgreSQL failed: The server of DATABASE_URL, 127.0.0.1:1, cannot be used: connect ECONNREFUSED',
    );
  });

  it('tells of a bad option', async () => {
    const { code, output } = await start({}, '--frob');
    expect([code, output]).toEqual([1, "Unknown option '--frob'\nnpm start -- --help lists the options.\n"]);
  });
});
