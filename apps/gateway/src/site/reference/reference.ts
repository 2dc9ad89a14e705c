import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import type { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import scalar from '@scalar/fastify-api-reference';

const documentOf = (file: string): { body: Buffer; headers: Record<string, string> } => {
  const body = readFileSync(new URL(`../../../data/${file}`, import.meta.url));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return {
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300', etag },
  };
};

/** Of the API, and of the topics and webhooks. */
const DOCUMENTS = ['openapi.json', 'asyncapi.json'].map((file) => ({ path: `/${file}`, ...documentOf(file) }));

/**
 * Scripts and styles of the reference stand in its page; nothing comes from elsewhere, and calls go to this origin
 * alone.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `/openapi.json` and `/asyncapi.json`, and at `/docs` the reference made of the first, which can send requests. */
export const addReference = async (app: NestFastifyApplication): Promise<void> => {
  const server = (app.getHttpAdapter() as unknown as FastifyAdapter).getInstance();
  // The kit's hook answers 304 to who has this tag.
  for (const { path, body, headers } of DOCUMENTS)
    server.get(path, (_request, reply) => reply.headers(headers).send(body));
  await server.register(scalar, {
    routePrefix: '/docs',
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.headers({
          'content-security-policy': PAGE_POLICY,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        });
        done();
      },
    },
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Catch Data Service',
      // Everything is served from here: with no network the reference is as good.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      authentication: { preferredSecurityScheme: 'bearer' },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    },
  });
};
