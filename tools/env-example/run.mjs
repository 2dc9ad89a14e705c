#!/usr/bin/env node
// `npm run env-example`: writes .env.example from the services' settings; with --check only tells whether it is stale.
import { join } from 'node:path';
import { count, setting } from '@cds/service-kit';
import { ROOT, settle } from '../generated-files.mjs';
import { envExample } from './env-example.mjs';

const SERVICES = ['gateway', 'catch', 'species', 'leaderboard', 'webhook'];

const specs = {};
for (const service of SERVICES) specs[service] = (await import(`../../apps/${service}/dist/config.js`)).settings;
const topics = {
  replicationFactor: setting(
    'KAFKA_REPLICATION_FACTOR',
    count(1, 32_767).optional(),
    'How many brokers keep each record of new topics. Unset: replication_factor of infra/kafka/topics.json, or as ' +
      'many as the cluster has brokers where those are fewer. Set it in production, so that topics are not created ' +
      'with fewer replicas while a broker is away.',
  ),
};
const others = { 'topics: npm start and infra/local/dist/topics-cli.js': topics };
settle({ [join(ROOT, '.env.example')]: envExample(specs, others) }, 'npm run env-example');
