#!/usr/bin/env node
// `npm run asyncapi`: writes the document of topics and webhooks, and a JSON Schema for each published event, from the
// schemas that validate; with --check only tells whether one is stale.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApiDocument, eventJsonSchemas } from '@cds/asyncapi';
import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import { webhookDocs } from '../../apps/webhook/dist/webhook-docs.js';
import { topicSpecs } from '../../infra/local/dist/topic-file.js';
import { jsonText, ROOT, settle, VERSION } from '../generated-files.mjs';

const CONTRACTS = join(ROOT, 'libs', 'contracts');
const sampleOf = (type) => JSON.parse(readFileSync(join(CONTRACTS, 'src', 'samples', `${type}.json`), 'utf8'));

const events = Object.fromEntries(
  Object.entries(PUBLISHED_EVENTS).map(([type, event]) => [type, { ...event, sample: sampleOf(type) }]),
);
const document = asyncApiDocument({ version: VERSION, events, topics: topicSpecs(), webhooks: webhookDocs });
const schemas = Object.entries(eventJsonSchemas(events)).map(([type, schema]) => [
  join(CONTRACTS, 'schemas', `${type}.json`),
  jsonText(schema),
]);
settle(
  { [join(ROOT, 'apps', 'gateway', 'data', 'asyncapi.json')]: jsonText(document), ...Object.fromEntries(schemas) },
  'npm run asyncapi',
);
