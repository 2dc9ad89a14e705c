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

const DESCRIPTION = `An API for fishing catches, their species, leaderboards and webhooks.

- Times are in ISO 8601, in UTC and with milliseconds. Units are part of field names.
- Unknown parameters and fields are rejected. A response lists up to 100 errors of a request at once (RFC 9457);
  \`more_errors\` counts the remaining ones. JSON may be nested up to 64 levels deep.
- Lists return \`data\` with an exact \`total\`. Follow \`next_cursor\` to read a list to any depth.
- Every response has the header \`X-Request-Id\`. The request id is the one that you sent, if it consists of 1 to 128 of
  the characters \`A-Za-z0-9._:+-\`; otherwise the service generates one. Problems repeat it as \`request_id\`.
- A path that does not exist returns 404 \`route.not_found\`; a method that a path does not have returns 405
  \`route.method_not_allowed\`, with the others in \`Allow\`.
- Webhooks and Kafka topics are described in [/asyncapi.json](/asyncapi.json) (AsyncAPI 3.1).

## Rate limits

By default a credential can make 600 requests in 60 seconds, and an IP address without a credential 1,200. The window
begins with its first request. Every response states the limit in \`RateLimit-Policy\` and what is left of it in
\`RateLimit\`, except if the request could not be read: 431, and some 400 and 408. A 429 response states in
\`Retry-After\` when the next request can be sent. \`GET /v1/rate_limit\` does not count against the limit, and neither
does a 304 response to an \`If-None-Match\` with a tag that the same URL has returned; \`If-None-Match: *\` counts like
any other read. An IP address that sends 300 wrong credentials in 60 seconds receives 429 for further wrong ones;
valid credentials still work. The limits for IP addresses are configurable.`;

const { ROUTES } = await import('../../apps/gateway/dist/edge/routing/routes.js');
const docs = [];
const parts = {};
for (const service of SERVICES) {
  const described = await import(`../../apps/${service}/dist/api-docs.js`);
  docs.push(...described.routeDocs);
  Object.assign(parts, described.parts);
}
const servers = [
  { url: '/api', description: 'The canonical base URL' },
  { url: '/', description: 'An alias that serves the same routes' },
];
const api = openApiDocument(
  {
    title: 'Catch Data Service',
    version: VERSION,
    description: DESCRIPTION,
    externalDocs: { url: '/asyncapi.json', description: 'AsyncAPI 3.1 description of the Kafka topics and webhooks' },
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
