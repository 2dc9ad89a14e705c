#!/usr/bin/env node
// `npm run rebuild -- <service>`: the service's own rebuild, on the running stack's database or that of DATABASE_URL.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onRuntime } from '../runtime.mjs';

await onRuntime();

const ROOT = join(import.meta.dirname, '..', '..');
const SERVICES = ['catch', 'leaderboard', 'species'];
const HELP = `npm run rebuild -- <${SERVICES.join('|')}>

Builds the service's read models anew while reads and writes go on; progress is shown in rows a second and time left.

catch        catches, verifications and totals, from the event log; built beside those that serve and swapped in one
             short transaction: a run that is cut off changes nothing, and the next one continues
leaderboard  entries and ranks, from the service's copy of the catches; filled beside those that serve in short steps,
             then shown in their place, and what differs in current periods is announced as events
species      how many catches each species has, and the records that they hold, from the service's copy of the catches;
             one species at a time, and a corrected record is announced as a changed species

The database is that of the local stack, or on the server that DATABASE_URL names.`;

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

const localSettings = () => {
  const folder = resolve(ROOT, process.env.CDS_DATA_DIR || '.local');
  const file = join(folder, 'credentials.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).database_url : undefined;
};

const [service, ...others] = process.argv.slice(2);
if (!service || service === '--help' || service === '-h') {
  console.log(HELP);
  process.exit(service ? 0 : 1);
}
if (!SERVICES.includes(service) || others.length > 0)
  fail(`There is nothing to rebuild for "${[service, ...others].join(' ')}".\n\n${HELP}`);
const server = process.env.DATABASE_URL || localSettings();
if (!server) fail('No database is known: start the local stack (npm start), or set DATABASE_URL.');
const url = new URL(server);
if (['', '/', '/postgres'].includes(url.pathname)) url.pathname = `/cds_${service}`;
const script = join(ROOT, 'apps', service, 'dist', 'rebuild.js');
if (!existsSync(script)) fail(`The ${service} service is not compiled: run npm run build.`);
// What a step computes is held until it is stored: in a small young generation it would be copied again and again.
const { status } = spawnSync(process.execPath, ['--max-semi-space-size=64', script], {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: url.href },
});
process.exit(status ?? 1);
