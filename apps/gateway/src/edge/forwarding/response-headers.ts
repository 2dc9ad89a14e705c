import type { IncomingHttpHeaders } from 'node:http';
import { FIXED_HEADERS } from '../../http/fixed-headers.js';
import { type FlatHeaders, withCommonHeaders } from '../request/answer-headers.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import { HOP_BY_HOP, namedByConnection } from './hop-by-hop.js';

/**
 * The headers of a service's answer as the caller gets them: without those of the connection, links under the caller's
 * prefix.
 */
export const responseHeaders = (headers: IncomingHttpHeaders, request: ProxiedRequest): FlatHeaders => {
  const named = namedByConnection(headers.connection);
  const passed: FlatHeaders = [];
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || ENDS_HERE.has(name) || named.has(name)) continue;
    if (typeof value === 'string') passed.push(name, linked(name, value, request.target.prefix));
    else for (const one of value) passed.push(name, linked(name, one, request.target.prefix));
  }
  return withCommonHeaders(passed, request);
};

const ENDS_HERE: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  ...Object.keys(FIXED_HEADERS),
  'server',
  'x-powered-by',
  'x-request-id',
]);

/** A `Location` or `Link` under the prefix that the caller used; other headers as they are. */
export const linked = (name: string, value: string, prefix: string): string => {
  if (!prefix) return value;
  if (name === 'location') return value.startsWith('/v1/') ? prefix + value : value;
  return name === 'link' ? value.replaceAll('</v1/', `<${prefix}/v1/`) : value;
};
