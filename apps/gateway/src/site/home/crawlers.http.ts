import { Controller, Get, Header } from '@nestjs/common';

const ROBOTS = `User-agent: *
Allow: /
Disallow: /api/
Disallow: /v1/
Disallow: /oauth/
Disallow: /account
`;

const FOR_MODELS = `# Catch Data Service

> A public REST API for fishing catches, species, leaderboards and webhooks.

- [Reference](/docs): every call, with examples that can be sent
- [OpenAPI 3.1](/openapi.json): the calls, for generators of clients
- [AsyncAPI 3.1](/asyncapi.json): Kafka topics and webhooks
- [Schemas of events](/schemas): JSON Schema of each published event
- [Problems](/problems): what each error code means, and what to do

The base is /api/v1 (/v1 is an alias). Send \`Authorization: Bearer <API key or access token>\`. Errors are
application/problem+json (RFC 9457) with a stable \`code\`. Lists answer \`data\`, \`total\` and \`next_cursor\`.
`;

/** What programs that read the site look for: where crawlers may go (RFC 9309), and an outline for language models. */
@Controller()
export class CrawlersHttp {
  @Get('robots.txt')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', 'public, max-age=86400')
  robots(): string {
    return ROBOTS;
  }

  @Get('llms.txt')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', 'public, max-age=86400')
  outline(): string {
    return FOR_MODELS;
  }
}
