import { endSpan, isTracing, type Span, startSpan, traceparentIn } from '@cds/tracing';
import type { FlatHeaders } from '../request/answer-headers.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import type { Route } from '../routing/route.js';

/** Starts the span of one attempt at a service, from its request to the head of the answer. */
export const startHopSpan = ({ traceparent, tried }: ProxiedRequest, route: Route): Span | undefined =>
  isTracing()
    ? startSpan(`${route.method} ${route.path}`, {
        kind: 'client',
        // Another copy is tried on behalf of a connection that broke.
        parent: traceparent,
        attributes: {
          'http.request.method': route.method,
          'http.route': route.path,
          'service.peer.name': `cds-${route.service}`,
          'http.request.resend_count': tried.length - 1,
        },
      })
    : undefined;

/** The headers of the request, so that the service continues the span. */
export const continued = (headers: FlatHeaders, span: Span | undefined): FlatHeaders => {
  // The last one: a caller's header may have the word as its value, and the gateway's own come after it.
  const at = span ? headers.lastIndexOf('traceparent') : -1;
  return span && at >= 0 ? headers.with(at + 1, traceparentIn(span)) : headers;
};

export const endHopSpan = (span: Span | undefined, status: number): void =>
  endSpan(span, { 'http.response.status_code': status }, status >= 500 ? String(status) : undefined);
