import type { IncomingMessage, RequestListener } from 'node:http';
import type { CallerOf } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Principal } from '../authentication/principal.js';
import type { Exchange } from './exchange.js';
import { linked } from './response-headers.js';

const PREFIX_HEADER = 'x-forwarded-prefix';

/** Calls of the API that the gateway answers by itself: its controllers do, once the proxy knows who asks. */
@Injectable()
export class OwnRoutes {
  /** Answers a request with Fastify; set when the gateway opens. */
  server: RequestListener = () => undefined;

  answer(exchange: Exchange): void {
    const { request, response, target, caller } = exchange;
    exchange.isOwn = true;
    if (caller) principals.set(request, caller);
    // What a service would be told in headers.
    request.url = target.path + target.query;
    request.headers['x-request-id'] = exchange.requestId;
    request.headers['traceparent'] = exchange.traceparent;
    if (target.prefix) request.headers[PREFIX_HEADER] = target.prefix;
    else Reflect.deleteProperty(request.headers, PREFIX_HEADER);
    this.server(request, response);
  }
}

const principals = new WeakMap<IncomingMessage, Principal>();

/** Who sends a request, as the proxy found it; undefined for pages, which have no caller. */
export const principalOf = (request: IncomingMessage): Principal | undefined => principals.get(request);

export const callerOf: CallerOf = ({ raw }) => principalOf(raw) ?? null;

/** Gives links in answers the prefix that the caller used, as the proxy does to those of services. */
export const linkUnderPrefix = (server: FastifyInstance): void => {
  server.addHook('onSend', (request, reply, payload, done) => {
    const prefix = principalOf(request.raw) && request.headers[PREFIX_HEADER];
    for (const name of ['location', 'link']) {
      const value = reply.getHeader(name);
      if (typeof prefix === 'string' && typeof value === 'string') reply.header(name, linked(name, value, prefix));
    }
    done(null, payload);
  });
};
