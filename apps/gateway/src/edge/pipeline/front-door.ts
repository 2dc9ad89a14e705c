import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { FIXED_HEADERS } from '../../http/fixed-headers.js';
import { inTurn } from '../connections/in-turn.js';
import { originForm } from '../routing/api-path.js';
import { hasBody } from './body-deadline.js';
import type { OwnRoutes } from './own-routes.js';
import type { Pipeline } from './pipeline.js';

const HEADERS = new Map(Object.entries(FIXED_HEADERS));

const HEALTH = /^\/health\/(?:live|ready)(?:\?|$)/;

/**
 * Sends every request but health checks through the pipeline, which hands the gateway's own calls and the pages on to
 * Fastify. The pipeline has a table of routes of its own and passes bytes on as they are, so Fastify's router, request
 * and reply would be built for nothing: without them a request costs the gateway a quarter less.
 */
export const openFrontDoor = (server: Server, pipeline: Pipeline, own: OwnRoutes): void => {
  const fastify = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  own.server = (request, response) => {
    response.setHeaders(HEADERS);
    for (const listener of fastify) void listener(request, response);
  };
  const answer: RequestListener = (request, response) => {
    if (!hasOneHost(request)) return void server.emit('clientError', new Error('no host, or several'), request.socket);
    const url = originForm(request.url ?? '/');
    request.url = url;
    inTurn(request, response, () => {
      if (isHealthCheck(request)) own.server(request, response);
      else void pipeline.handle(request, response);
    });
  };
  server.on('request', answer);
  // What else a client expects than `100-continue` may be ignored (RFC 9110, section 10.1.1). Node would refuse it.
  server.on('checkExpectation', answer);
};

/** Polled by machines all the time, and never refused. One with a body would have no time to send it in. */
const isHealthCheck = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && HEALTH.test(request.url ?? '') && !hasBody(request);

/** As RFC 9112, section 3.2, demands. Node lets several pass, and answers none in a form of its own. */
const hasOneHost = ({ rawHeaders, httpVersion }: IncomingMessage): boolean => {
  let hosts = 0;
  // Names and values in turn.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
};
