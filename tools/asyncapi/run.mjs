#!/usr/bin/env node
// `npm run asyncapi`: writes the document of topics and webhooks, a JSON Schema for each published event, and the
// catalogue of webhooks' event types, from the schemas that validate; with --check only tells whether one is stale.
import { join } from 'node:path';
import { asyncApiDocument, eventJsonSchemas, webhookCatalogue } from '@cds/asyncapi';
import { webhookDocs } from '../../apps/webhook/dist/webhook-docs.js';
import { topicSpecs } from '../../infra/local/dist/topic-file.js';
import { jsonText, ROOT, settle, VERSION } from '../generated-files.mjs';
import { publishedEvents } from '../published-events.mjs';

const CONTRACTS = join(ROOT, 'libs', 'contracts');
const events = publishedEvents();
const document = asyncApiDocument({ version: VERSION, events, topics: topicSpecs(), webhooks: webhookDocs });
const schemas = eventJsonSchemas(events);
const schemaFiles = Object.entries(schemas).map(([type, schema]) => [
  join(CONTRACTS, 'schemas', `${type}.json`),
  jsonText(schema),
]);
settle(
  {
    [join(ROOT, 'apps', 'gateway', 'data', 'asyncapi.json')]: jsonText(document),
    [join(ROOT, 'apps', 'webhook', 'data', 'event-types.json')]: jsonText(webhookCatalogue(events, webhookDocs)),
    [join(ROOT, 'apps', 'gateway', 'data', 'event-schemas.json')]: jsonText(schemas),
    ...Object.fromEntries(schemaFiles),
  },
  'npm run asyncapi',
);
