import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { importCatches } from '../bulk.js';
import { judged, type Measurement } from '../measurement.js';
import { steadyWrites } from '../steady-writes.js';

const ROWS = 100_000;
const WRITES_PER_SECOND = 50;
const SCRIPT = join(import.meta.dirname, '..', '..', '..', '..', 'apps', 'catch', 'dist', 'rebuild.js');

const rebuildCatches = async (databaseUrl: string): Promise<{ perSecond: number; events: string }> => {
  const url = Object.assign(new URL(databaseUrl), { pathname: '/cds_catch' }).href;
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const output = await text(child.stdout);
  if ((await exited) !== 0) throw new Error(`the rebuild failed:\n${output}`);
  const [, events = '', perSecond] = [...output.matchAll(/of (\d+) events, (\d+) events\/s/g)].at(-1) ?? [];
  return { events, perSecond: Number(perSecond) };
};

/** Rebuilds the catches from the log while catches are logged. */
export const rebuild = (): Measurement => ({
  name: 'rebuild',
  prepare: async ({ stack }) => {
    await importCatches(stack, ROWS);
  },
  run: async ({ stack }) => {
    let isDone = false;
    const { credentials } = stack;
    const rebuilding = rebuildCatches(credentials.database_url).finally(() => {
      isDone = true;
    });
    const writing = steadyWrites(credentials, WRITES_PER_SECOND, () => isDone);
    const [{ perSecond, events }, { maxMs, count }] = await Promise.all([rebuilding, writing]);
    return [
      judged({ name: 'rebuild, events/s', measured: `${events} events` }, perSecond, { least: 20_000 }),
      judged({ name: 'rebuild, longest write', measured: `${count} writes` }, maxMs / 1_000, { most: 2, unit: 's' }),
    ];
  },
});
