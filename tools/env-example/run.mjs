#!/usr/bin/env node
// `npm run env-example`: writes .env.example from the services' settings; with --check only tells whether it is stale.
import { join } from 'node:path';
import { envExample } from '@cds/service-kit';
import { ROOT, settle } from '../generated-files.mjs';

const SERVICES = ['gateway', 'catch', 'species', 'leaderboard', 'webhook'];

const specs = {};
for (const service of SERVICES) specs[service] = (await import(`../../apps/${service}/dist/config.js`)).settings;
settle({ [join(ROOT, '.env.example')]: envExample(specs) }, 'npm run env-example');
