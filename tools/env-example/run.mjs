#!/usr/bin/env node
// `npm run env-example`: writes .env.example from the services' settings; with --check only tells whether it is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envExample } from '@cds/service-kit';

const FILE = join(import.meta.dirname, '..', '..', '.env.example');
const SERVICES = ['gateway', 'catch', 'species', 'leaderboard', 'webhook'];

const specs = {};
for (const service of SERVICES) specs[service] = (await import(`../../apps/${service}/dist/config.js`)).settings;
const text = envExample(specs);
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('.env.example is stale: run npm run env-example.');
  process.exit(1);
}
