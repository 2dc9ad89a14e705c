// Starts the servers of a test run in a process of their own, which ends with this one, however it ends.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const KEEPER = join(ROOT, 'libs', 'testing', 'dist', 'keeper.js');

const build = () => {
  const tsc = join(ROOT, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tsc, '-b', join(ROOT, 'libs', 'testing', 'tsconfig.build.json')],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`libs/testing cannot be built:\n${stdout}${stderr}`);
};

const firstLine = (stream) =>
  new Promise((resolve, reject) => {
    createInterface(stream)
      .once('line', resolve)
      .once('close', () => reject(new Error('The servers of the tests ended while they started.')));
  });

export default async function globalSetup() {
  if (!existsSync(KEEPER)) build();
  // In a session of its own, else a terminal's Ctrl-C would reach it before the tests are done with it.
  const keeper = spawn(process.execPath, [KEEPER], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const line = await firstLine(keeper.stdout);
  const { error } = JSON.parse(line);
  if (error) throw new Error(error);
  process.env.CDS_TEST_SERVERS = line;
  globalThis.cdsTestServers = keeper;
}
