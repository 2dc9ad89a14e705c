#!/usr/bin/env node
// `npm run rebuild -- <service>`: the service's own rebuild, on the running stack's database or that of DATABASE_URL.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onRuntime } from '../runtime.mjs';
import { databaseOf, fail, ROOT } from '../service-database.mjs';

await onRuntime();

const SERVICES = ['catch', 'leaderboard', 'species'];
const HELP = `npm run rebuild -- <${SERVICES.join('|')}>

Builds the service's read models anew while reads and writes go on; progress is shown in rows a second and time left.

catch        catches, verifications and totals, from the event log; built beside those that serve and swapped in one
             short transaction: a run that is cut off changes nothing, and the next one continues
leaderboard  entries and ranks, from the service's copy of the catches; filled beside those that serve in short steps,
             then shown in their place, and what differs in current periods is announced as events
species      how many catches each species has, and the records that they hold, from the service's copy of the catches;
             one species at a time, and a corrected record is announced as a changed species

The database is that of the local stack, or on the server that DATABASE_URL names, or the file DATABASE_URL_FILE.`;

const args = process.argv.slice(2);
const [service, ...others] = args;
if (!service || args.some((arg) => arg === '--help' || arg === '-h')) {
  console.log(HELP);
  process.exit(service ? 0 : 1);
}
if (!SERVICES.includes(service) || others.length > 0)
  fail(`There is nothing to rebuild for "${args.join(' ')}".\n\n${HELP}`);
const script = join(ROOT, 'apps', service, 'dist', 'rebuild.js');
if (!existsSync(script)) fail(`The ${service} service is not compiled: run npm run build.`);
// What a step computes is held until it is stored: in a small young generation it would be copied again and again.
const { status } = spawnSync(process.execPath, ['--max-semi-space-size=64', script], {
  stdio: 'inherit',
  // The URL has been read from the file, which would take precedence.
  env: { ...process.env, DATABASE_URL: await databaseOf(service), DATABASE_URL_FILE: '' },
});
process.exit(status ?? 1);
