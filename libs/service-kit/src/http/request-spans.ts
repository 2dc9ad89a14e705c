import type { IncomingMessage } from 'node:http';
import { activeSpan, endSpan, isTracing, runIn, type Span, startSpan, traceparentIn } from '@cds/tracing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HandledRequest } from './handled-requests.js';
import { isTraceparent } from './request-id.js';

/**
 * Starts the span of an incoming request, in the trace that its sender named; undefined where this process exports no
 * spans. What reads the request's `traceparent` from here on continues this span.
 */
export const startRequestSpan = ({ method = 'GET', headers }: IncomingMessage): Span | undefined => {
  if (!isTracing()) return undefined;
  const sent = headers['traceparent'];
  const parent = typeof sent === 'string' && isTraceparent(sent) ? sent : null;
  const span = startSpan(method, { kind: 'server', parent, attributes: { 'http.request.method': method } });
  if (span) headers['traceparent'] = traceparentIn(span);
  return span;
};

/** Ends it with its answer. The route is the pattern: paths, queries, headers and bodies never leave the process. */
export const endRequestSpan = (
  span: Span | undefined,
  {
    method,
    route,
    status,
    isAborted,
    failure,
  }: Pick<HandledRequest, 'method' | 'route' | 'status' | 'isAborted' | 'failure'>,
): void => {
  if (!span) return;
  span.updateName(`${method} ${route}`);
  const attributes = {
    'http.route': route,
    'http.response.status_code': status,
    ...(isAborted && { 'cds.aborted': true }),
    ...(failure && { 'cds.error_code': failure.code }),
  };
  endSpan(span, attributes, status >= 500 ? (failure?.code ?? String(status)) : undefined);
};

const spans = new WeakMap<IncomingMessage, Span>();

/**
 * Gives each request a span, in which its handlers run. Add it before hooks that read the traceparent. A request that
 * runs in a span already, as the gateway's own calls do, keeps that one.
 */
export const addRequestSpans = (server: FastifyInstance): void => {
  if (!isTracing()) return;
  server.addHook('onRequest', (request, reply, done) => {
    const { raw, routeOptions } = request;
    if (routeOptions.config.quiet) return done();
    const span = activeSpan() ?? ownSpan(request, reply);
    if (span) spans.set(raw, span);
    runIn(span, done);
  });
  // The body came in on behalf of its connection.
  server.addHook('preValidation', ({ raw }, _reply, done) => runIn(spans.get(raw), done));
};

const ownSpan = (request: FastifyRequest, reply: FastifyReply): Span | undefined => {
  const span = startRequestSpan(request.raw);
  reply.raw.once('close', () => endRequestSpan(span, outcomeOf(request, reply)));
  return span;
};

const outcomeOf = (request: FastifyRequest, reply: FastifyReply): Parameters<typeof endRequestSpan>[1] => ({
  method: request.method,
  route: request.routeOptions.url ?? 'unmatched',
  status: reply.statusCode,
  isAborted: !reply.raw.writableFinished,
  failure: request.failure,
});
