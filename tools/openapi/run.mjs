#!/usr/bin/env node
// `npm run openapi`: writes the API's document from the schemas that validate; with --check only tells whether it is
// stale.
import { join } from 'node:path';
import { openApiWebhooks } from '@cds/asyncapi';
import { openApiDocument, problemCodes } from '@cds/openapi';
import { webhookDocs } from '../../apps/webhook/dist/webhook-docs.js';
import { COMPONENTS, ENDINGS, TAGS } from './descriptions/components.mjs';
import { FIELDS, PARAMETERS } from './descriptions/fields.mjs';
import { publishedEvents } from '../published-events.mjs';
import { jsonText, ROOT, settle, VERSION } from '../generated-files.mjs';
import { addOAuth } from './oauth/paths.mjs';
import { takeReference } from './reference.mjs';

const SERVICES = ['catch', 'species', 'leaderboard', 'webhook', 'gateway'];

const DESCRIPTION = `Fishing catches, the species they are of, boards that rank them, and webhooks that tell of them.

- Times are ISO 8601 in UTC with milliseconds; units are in the names of fields.
- Unknown parameters and fields are refused, and the first 100 errors of a request are named at once (RFC 9457);
  \`more_errors\` counts the others. JSON nests at most 64 levels deep.
- Lists answer \`data\` with an exact \`total\`; \`next_cursor\` goes on without a depth wall.
- Every answer has \`RateLimit-Policy\`, \`RateLimit\` and \`X-Request-Id\`: the id that you sent, where it is 1 to 128
  of \`A-Za-z0-9._:+-\`, else one of ours. Problems have it as \`request_id\`.
- Webhooks and Kafka topics are described in [/asyncapi.json](/asyncapi.json) (AsyncAPI 3.1).

## Rate limits

A credential may make 600 requests in 60 seconds, unless it has a limit of its own; an address without a credential
1,200. The window begins with its first request. Every answer names the limit in \`RateLimit-Policy\` and what is left
in \`RateLimit\`; a 429 says in \`Retry-After\` when the next request may be sent. \`GET /v1/rate_limit\` is free, and
so is a 304 to \`If-None-Match\` with a tag that the same address gave out; \`If-None-Match: *\` counts as any read
does. An address that sends wrong credentials is answered 429 after 300 of them in 60 seconds; right ones still work. An
installation may set other numbers for addresses.`;

const { ROUTES } = await import('../../apps/gateway/dist/edge/routing/routes.js');
const docs = [];
const parts = {};
for (const service of SERVICES) {
  const described = await import(`../../apps/${service}/dist/api-docs.js`);
  docs.push(...described.routeDocs);
  Object.assign(parts, described.parts);
}
const servers = [
  { url: '/api', description: 'Canonical base' },
  { url: '/', description: 'The same routes' },
];
const api = openApiDocument(
  {
    title: 'Catch Data Service',
    version: VERSION,
    description: DESCRIPTION,
    contact: { name: 'Catch Data Service', email: 'support@api.example.com' },
    externalDocs: { url: '/asyncapi.json', description: 'Topics of Kafka and webhooks (AsyncAPI 3.1)' },
    servers,
  },
  ROUTES,
  docs,
  {
    parts,
    sent: openApiWebhooks(publishedEvents(), webhookDocs),
    words: { tags: TAGS, components: COMPONENTS, endings: ENDINGS, fields: FIELDS, parameters: PARAMETERS },
  },
);
const document = addOAuth(api);
const reference = takeReference(document, problemCodes(docs));
const data = join(ROOT, 'apps', 'gateway', 'data');
settle(
  { [join(data, 'openapi.json')]: jsonText(document), [join(data, 'reference.json')]: jsonText(reference) },
  'npm run openapi',
);
