import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Credentials } from '@cds/local/running-stack';

const SCRIPT = join(import.meta.dirname, '..', '..', '..', '..', 'tools', 'rebuild', 'run.mjs');

/** Computes all boards anew beside the running service, as `npm run rebuild -- leaderboard` does. Returns seconds. */
export const rebuildBoards = async ({ database_url: url }: Credentials): Promise<number> => {
  const from = performance.now();
  const child = spawn(process.execPath, [SCRIPT, 'leaderboard'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error('the rebuild failed');
  return (performance.now() - from) / 1_000;
};
