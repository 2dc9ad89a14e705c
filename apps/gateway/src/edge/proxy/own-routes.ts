import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CallerOf } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Principal } from '../../identity/authentication/principal.js';
import { deprecationHeaders } from '../routing/deprecation.js';
import type { Exchange } from './exchange.js';
import { type Quota, quotaHeaders } from '../rate-limits/quota.js';
import { noSuchRoute } from './proxy.errors.js';
import { linked } from './response-headers.js';

const PREFIX_HEADER = 'x-forwarded-prefix';

/** Calls of the API that the gateway answers by itself: its controllers do, once the proxy knows who asks. */
@Injectable()
export class OwnRoutes {
  /** Answers a request with Fastify; set when the gateway opens. */
  server: RequestListener = () => undefined;

  answer(exchange: Exchange): void {
    const { request, response, target } = exchange;
    exchange.isOwn = true;
    exchanges.set(request, exchange);
    // What a service would be told in headers.
    request.url = target.path + target.query;
    request.headers['x-request-id'] = exchange.requestId;
    request.headers['traceparent'] = exchange.traceparent;
    if (target.prefix) request.headers[PREFIX_HEADER] = target.prefix;
    else Reflect.deleteProperty(request.headers, PREFIX_HEADER);
    this.server(request, response);
  }
}

const exchanges = new WeakMap<IncomingMessage, Exchange>();

const setHeaders = (response: ServerResponse, flat: readonly string[]): void => {
  for (let at = 0; at < flat.length; at += 2) response.setHeader(flat[at] ?? '', flat[at + 1] ?? '');
};

/** Who sends a request, as the proxy found it; undefined for pages, which have no caller. */
export const principalOf = (request: IncomingMessage): Principal | undefined => exchanges.get(request)?.caller;

/** What its rate limit leaves the sender of a request. */
export const quotaOf = (request: IncomingMessage): Quota | undefined => exchanges.get(request)?.quota;

/**
 * Who sends a request; null for nobody. Throws `route.not_found` for a call of the API unless the proxy let this very
 * route through:
 * the server's router reads targets in other ways than the proxy (`/%761/accounts`), and who comes by them was asked
 * for nothing.
 */
export const callerOf: CallerOf = ({ raw, routeOptions: { url } }) => {
  const exchange = exchanges.get(raw);
  if (url?.startsWith(API) && shapeOf(url) !== shapeOf(exchange?.route?.path ?? '')) throw noSuchRoute();
  return exchange?.caller ?? null;
};

const API = '/v1';

/** A route's path with `*` for what varies, written `{id}` in the table of routes and `:id` by the server. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^/]+\}|:[^/]+/g, '*');

/**
 * Does to the gateway's own answers what the proxy does to those of services: links under the caller's prefix, and a
 * 304 costs nothing.
 */
export const finishOwnAnswers = (server: FastifyInstance): void => {
  server.addHook('onSend', (request, reply, payload, done) => {
    const exchange = exchanges.get(request.raw);
    if (!exchange) return done(null, payload);
    for (const name of ['location', 'link']) {
      const value = reply.getHeader(name);
      if (typeof value === 'string') reply.header(name, linked(name, value, exchange.target.prefix));
    }
    if (reply.statusCode === 304) exchange.refundNotModified();
    if (exchange.quota) setHeaders(reply.raw, quotaHeaders(exchange.quota));
    if (exchange.route?.deprecation) setHeaders(reply.raw, deprecationHeaders(exchange.route.deprecation));
    done(null, payload);
  });
};
