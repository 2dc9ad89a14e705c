import type { RequestListener, Server } from 'node:http';
import { isApiTarget } from '../routing/api-path.js';
import { CORS_HEADERS, FIXED_HEADERS } from './answer-headers.js';
import type { OwnRoutes } from './own-routes.js';
import type { Proxy } from './proxy.js';

const HEADERS = new Map(Object.entries(FIXED_HEADERS));

/** What scripts of other sites have no business with: pages that a browser shows with its cookies. */
const isPage = (target: string): boolean => !isApiTarget(target) && !OPEN.some((base) => target.startsWith(base));
/** Asked all the time by machines, and never refused. */
const HEALTH = '/health';
const OPEN = ['/openapi.json', '/asyncapi.json', '/problems', '/.well-known/', HEALTH];

/**
 * Lets the proxy answer whatever belongs to the API, and Fastify all else (health, pages) and what the proxy leaves to it. The proxy has its own
 * table of routes and passes bytes on as they are, so Fastify's router, request and reply would be built for nothing:
 * without them a request costs the gateway a quarter less.
 */
export const openFrontDoor = (server: Server, proxy: Proxy, own: OwnRoutes): void => {
  const others = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  own.server = (request, response) => {
    response.setHeaders(HEADERS);
    if (isPage(request.url ?? '')) for (const name of Object.keys(CORS_HEADERS)) response.removeHeader(name);
    for (const listener of others) void listener(request, response);
  };
  server.on('request', (request, response) => {
    const { url = '' } = request;
    if (isApiTarget(url)) return proxy.handle(request, response);
    if (url.startsWith(HEALTH)) return own.server(request, response);
    proxy.handlePage(request, response);
  });
};
