import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './process-identity.js';

const MODULE = join(import.meta.dirname, '..', 'dist', 'postgres.js');
const SCRIPT = `
  const { startPostgres } = await import(${JSON.stringify(MODULE)});
  const server = await startPostgres();
  console.log(JSON.stringify({ pid: server.process.pid, cluster: server.process.child.spawnargs[2] }));
  setInterval(() => {}, 1000);
`;

describe('a process that started a server and is killed', () => {
  it('leaves neither the server nor its data', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { pid, cluster } = JSON.parse(line.toString()) as { pid: number; cluster: string };
    expect([processIdentity(pid), existsSync(cluster)]).toEqual([expect.any(String), true]);
    child.kill('SIGKILL');
    for (let tries = 0; tries < 500 && (processIdentity(pid) !== null || existsSync(join(cluster, '..'))); tries++)
      await sleep(20);
    expect([processIdentity(pid), existsSync(join(cluster, '..'))]).toEqual([null, false]);
  });
});
