import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import type { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { dataOf } from '../data-of.js';
import { problemExamples } from '../problems/problem-examples.js';
import { setPagePolicy } from './page-policy.js';
import { THEME } from './theme.js';
import { type ApiDocument, type ReferenceParts, withReference } from './with-reference.js';

/** Written to be read by people; sent without what only they need. */
const served = (path: string, document: unknown) => {
  const body = Buffer.from(JSON.stringify(document));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300', etag };
  return { path, body, headers };
};

/** The document of the API as the page at `/docs` shows it: with samples of code and all examples. */
const REFERENCE = '/docs/openapi.json';

/** Of the API, the same for the reference, and of the topics and webhooks. */
const documents = (publicUrl: string) => [
  served('/openapi.json', dataOf('openapi.json')),
  served(
    REFERENCE,
    withReference(
      // Read again, as it is changed.
      dataOf('openapi.json') as ApiDocument,
      dataOf('reference.json') as ReferenceParts,
      problemExamples(publicUrl),
    ),
  ),
  served('/asyncapi.json', dataOf('asyncapi.json')),
];

const { dependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** Another version has another name, so browsers may keep it for ever. */
const SCRIPT = `scalar-${dependencies['@scalar/fastify-api-reference'] ?? ''}.js`;
const SCRIPT_PATH = `/docs/js/${SCRIPT}`;

/** `/openapi.json` and `/asyncapi.json`, and at `/docs` the reference made of the first, which can send requests. */
export const addReference = async (app: NestFastifyApplication, publicUrl: string): Promise<void> => {
  const server = (app.getHttpAdapter() as unknown as FastifyAdapter).getInstance();
  // The kit's hook answers 304 to who has this tag.
  for (const { path, body, headers } of documents(publicUrl))
    server.get(path, (_request, reply) => reply.headers(headers).send(body));
  setPagePolicy(server, '/docs/');
  addScript(server);
  addShortAddress(server);
  await server.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: REFERENCE,
      pageTitle: 'Catch Data Service',
      cdn: SCRIPT_PATH,
      // Everything is served from here: with no network the reference is as good.
      withDefaultFonts: false,
      customCss: THEME,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      authentication: { preferredSecurityScheme: 'bearer' },
      // Every operation has a sample in the SDK and in curl.
      hiddenClients: true,
    },
  });
};

/** What the package answers at a path, which stays the same. A failure is not kept: the next request reads again. */
const readOnce = (server: FastifyInstance, path: string) => {
  const read = async () => {
    const { statusCode, rawPayload, headers } = await server.inject(path);
    if (statusCode !== 200) throw new Error(`the reference answers ${statusCode} at ${path}`);
    return { rawPayload, headers };
  };
  let known: ReturnType<typeof read> | undefined;
  return () =>
    (known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    }));
};

/** The script of the reference, which the package holds as a text and serves under a name that never changes. */
const addScript = (server: FastifyInstance): void => {
  const read = readOnce(server, '/docs/js/scalar.js');
  server.get(SCRIPT_PATH, async (_request, reply) => {
    const { rawPayload: body } = await read();
    return reply
      .headers({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        etag: `"${SCRIPT}"`,
      })
      .send(body);
  });
};

const PAGE_HEADERS = ['content-type', 'content-security-policy', 'x-content-type-options', 'referrer-policy'] as const;

/** The page at `/docs` too, which the package would send on to `/docs/`: not every client follows that. */
const addShortAddress = (server: FastifyInstance): void => {
  const read = readOnce(server, '/docs/');
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== '/docs') return;
    const { rawPayload, headers } = await read();
    return reply.headers(Object.fromEntries(PAGE_HEADERS.map((name) => [name, headers[name]]))).send(rawPayload);
  });
};
