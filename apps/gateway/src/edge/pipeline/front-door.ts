import type { RequestListener, Server } from 'node:http';
import { isApiTarget, originForm } from '../routing/api-path.js';
import { FIXED_HEADERS } from '../request/answer-headers.js';
import type { OwnRoutes } from './own-routes.js';
import type { Proxy } from './pipeline.js';

const HEADERS = new Map(Object.entries(FIXED_HEADERS));

/** Asked all the time by machines, and never refused. */
const HEALTH = '/health';

/**
 * Lets the proxy answer whatever belongs to the API, and Fastify all else (health, pages) and what the proxy leaves to
 * it. The proxy has its own table of routes and passes bytes on as they are, so Fastify's router, request and reply
 * would be built for nothing: without them a request costs the gateway a quarter less.
 */
export const openFrontDoor = (server: Server, proxy: Proxy, own: OwnRoutes): void => {
  const others = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  own.server = (request, response) => {
    response.setHeaders(HEADERS);
    for (const listener of others) void listener(request, response);
  };
  server.on('request', (request, response) => {
    const url = originForm(request.url ?? '/');
    request.url = url;
    if (isApiTarget(url)) return proxy.handle(request, response);
    if (url.startsWith(HEALTH)) return own.server(request, response);
    proxy.handlePage(request, response);
  });
};
