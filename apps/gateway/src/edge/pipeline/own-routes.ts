import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CallerOf } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { compressAnswer } from './compress-answer.js';
import { linked } from '../forwarding/response-headers.js';
import { quotaHeaders } from '../rate-limits/quota.js';
import { rememberQuota } from '../rate-limits/request-quota.js';
import { cacheControlOf, varyOf } from '../request/answer-headers.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import { deprecationHeaders } from '../routing/deprecation.js';
import type { Route } from '../routing/route.js';
import { noSuchRoute } from '../routing/routing.errors.js';

const PREFIX_HEADER = 'x-forwarded-prefix';

/** Lets the gateway's own controllers answer a request that the pipeline has let through: its own calls, and pages. */
@Injectable()
export class OwnRoutes {
  /** Answers a request with Fastify; set when the gateway opens. */
  server: RequestListener = () => undefined;

  answer(request: ProxiedRequest): void {
    const { incoming, response, target, quota } = request;
    request.isOwn = true;
    letThrough.set(incoming, request);
    if (quota) {
      rememberQuota(incoming, quota);
      // At once, for what is answered without Fastify: the endpoints of OAuth.
      setHeaders(response, quotaHeaders(quota));
    }
    // What a service would get in headers.
    incoming.url = target.path + target.query;
    incoming.headers['x-request-id'] = request.requestId;
    incoming.headers['traceparent'] = request.traceparent;
    if (target.prefix) incoming.headers[PREFIX_HEADER] = target.prefix;
    else Reflect.deleteProperty(incoming.headers, PREFIX_HEADER);
    this.server(incoming, response);
  }
}

const letThrough = new WeakMap<IncomingMessage, ProxiedRequest>();

/** Sets headers from their names and values in turn. */
export const setHeaders = (response: ServerResponse, flat: readonly string[]): void => {
  for (let at = 0; at < flat.length; at += 2) response.setHeader(flat[at] ?? '', flat[at + 1] ?? '');
};

/**
 * Who sends a request; null for nobody. Throws `route.not_found` for a call of the API unless the pipeline let this
 * very route through: Fastify's router reads some targets differently (`/%761/accounts`), and whoever comes by them has
 * shown no credential.
 */
export const callerOf: CallerOf = ({ raw, routeOptions: { url } }) => {
  const request = letThrough.get(raw);
  if (url?.startsWith(API) && shapeOf(url) !== shapeOf(request?.route?.path ?? ''))
    throw noSuchRoute(url.split('?', 1)[0] ?? '');
  return request?.caller ?? null;
};

const API = '/v1';

/** A route's path with `*` for each part that varies: `{id}` in the table of routes, `:id` in Fastify's. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^/]+\}|:[^/]+/g, '*');

/**
 * Does to the gateway's own answers what `Forward` does to those of services: puts links under the caller's prefix, and
 * returns a 304 to its limit.
 */
export const finishOwnAnswers = (server: FastifyInstance): void => {
  server.addHook('onSend', async (fastifyRequest, reply, payload) => {
    const request = letThrough.get(fastifyRequest.raw);
    if (!request) return payload;
    for (const name of ['location', 'link']) {
      const value = reply.getHeader(name);
      if (typeof value === 'string') reply.header(name, linked(name, value, request.target.prefix));
    }
    request.inFlight?.answering();
    if (reply.statusCode >= 400 && typeof payload === 'string') request.problem = payload;
    request.settle(reply.statusCode);
    if (request.quota) setHeaders(reply.raw, quotaHeaders(request.quota));
    if (request.route?.deprecation) setHeaders(reply.raw, deprecationHeaders(request.route.deprecation));
    if (request.route) setCacheHeaders(reply, request.route);
    return compressAnswer(request, reply, payload);
  });
};

const setCacheHeaders = (reply: FastifyReply, route: Route): void => {
  const cacheControl = cacheControlOf(route);
  reply.header('vary', varyOf(route));
  if (cacheControl !== undefined && !reply.hasHeader('cache-control')) reply.header('cache-control', cacheControl);
};
