import { ADDRESS_HEADER, CALL_HEADER, IDENTITY_HEADER } from '@cds/identity';
import type { FlatHeaders } from '../request/answer-headers.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import { HOP_BY_HOP, namedByConnection } from './hop-by-hop.js';

/** What the gateway signs of a request; undefined where there is nothing to sign. */
export interface SignedHeaders {
  readonly identity: string | undefined;
  readonly call: string | undefined;
  readonly address: string | undefined;
}

/**
 * The headers of the request to a service: the caller's own, without those that end here (credentials), those that only
 * the gateway may set (who calls, from where, and through what), and those of the connection.
 */
export const requestHeaders = (request: ProxiedRequest, { identity, call, address }: SignedHeaders): FlatHeaders => {
  const { headers } = request.incoming;
  const named = namedByConnection(headers.connection);
  const passed: FlatHeaders = [];
  for (const name in headers) {
    const value = headers[name];
    if (
      value === undefined ||
      (ENDS_HERE.has(name) && !(name === 'content-length' && saysLength(request))) ||
      named.has(name) ||
      isSetByGateway(name) ||
      (isAboutBody(name) && request.route?.bodyLimit === 0)
    )
      continue;
    passed.push(name, typeof value === 'string' ? value : value.join(', '));
  }
  passed.push('x-request-id', request.requestId, 'traceparent', request.traceparent);
  if (identity !== undefined) passed.push(IDENTITY_HEADER, identity);
  if (call !== undefined) passed.push(CALL_HEADER, call);
  if (address !== undefined) passed.push(ADDRESS_HEADER, address);
  // So that the service names its resources as the caller knows them.
  if (request.target.prefix) passed.push('x-forwarded-prefix', request.target.prefix);
  return passed;
};

const ENDS_HERE: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'authorization',
  'cookie',
  'content-length', // A body that was read is sent with its own length.
  'expect',
  'forwarded',
  'host',
  'traceparent',
  'x-csrf-token',
  'x-real-ip',
  'x-request-id',
]);

/** Of a body that goes on as it comes: its service can refuse it for its length before it reads it. */
const saysLength = ({ incoming, route }: ProxiedRequest): boolean =>
  route?.bodyLimit === 'streamed' && incoming.headers['content-length'] !== '0';

const isSetByGateway = (name: string): boolean => name.startsWith('x-cds-') || name.startsWith('x-forwarded-');

/** A type without a body would make the service look for one. */
const isAboutBody = (name: string): boolean => name === 'content-type' || name === 'content-encoding';
