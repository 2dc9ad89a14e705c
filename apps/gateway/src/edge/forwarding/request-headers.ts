import { IDENTITY_HEADER } from '@cds/service-kit';
import type { FlatHeaders } from '../request/answer-headers.js';
import type { Exchange } from '../request/proxied-request.js';
import { HOP_BY_HOP, namedByConnection } from './hop-by-hop.js';

/**
 * The headers with which a service is asked: the caller's own, without those that end here (credentials), those that
 * the gateway alone may say (who calls, and through what), and those of the connection.
 */
export const requestHeaders = (exchange: Exchange, identity: string | undefined): FlatHeaders => {
  const { headers } = exchange.request;
  const named = namedByConnection(headers.connection);
  const passed: FlatHeaders = [];
  for (const name in headers) {
    const value = headers[name];
    if (
      value === undefined ||
      ENDS_HERE.has(name) ||
      named.has(name) ||
      isGatewaysWord(name) ||
      (isAboutBody(name) && exchange.route?.bodyLimit === 0)
    )
      continue;
    passed.push(name, typeof value === 'string' ? value : value.join(', '));
  }
  passed.push('x-request-id', exchange.requestId, 'traceparent', exchange.traceparent);
  if (identity !== undefined) passed.push(IDENTITY_HEADER, identity);
  // So that the service names its resources as the caller knows them.
  if (exchange.target.prefix) passed.push('x-forwarded-prefix', exchange.target.prefix);
  return passed;
};

const ENDS_HERE: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'authorization',
  'cookie',
  'content-length', // The body is sent as it was read, and its length with it.
  'expect',
  'forwarded',
  'host',
  'traceparent',
  'x-real-ip',
  'x-request-id',
]);

const isGatewaysWord = (name: string): boolean => name.startsWith('x-cds-') || name.startsWith('x-forwarded-');

/** A type without a body would make the service look for one. */
const isAboutBody = (name: string): boolean => name === 'content-type' || name === 'content-encoding';
