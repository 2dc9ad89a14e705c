import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Credentials } from '@cds/local/running-stack';

const SCRIPT = join(import.meta.dirname, '..', '..', '..', '..', 'apps', 'leaderboard', 'dist', 'rebuild.js');

/** Computes all boards anew beside the running service, as `npm run rebuild -- leaderboard` does. Returns the seconds. */
export const rebuildBoards = async ({ database_url: url }: Credentials): Promise<number> => {
  const from = performance.now();
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, DATABASE_URL: Object.assign(new URL(url), { pathname: '/cds_leaderboard' }).href },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error('the rebuild failed');
  return (performance.now() - from) / 1_000;
};
