import { quotaHeaders } from '../rate-limits/quota.js';
import { deprecationHeaders } from '../routing/deprecation.js';
import type { Exchange } from './proxied-request.js';
import { SECURITY_HEADERS } from '../../http/security-headers.js';

/** Header names and values in turn, as `response.writeHead` takes them fastest. */
export type FlatHeaders = string[];

/**
 * What any origin may read of an answer, problems included. Credentials in cookies are never used, so `*` gives nothing
 * away.
 */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotency-Replayed',
};

/** What every answer of the API says besides what is about this one. */
export const FIXED_HEADERS: Readonly<Record<string, string>> = { ...CORS_HEADERS, ...SECURITY_HEADERS };

const FIXED: readonly string[] = Object.entries(FIXED_HEADERS).flat();

/** Adds what every answer of the API carries. */
export const withCommonHeaders = (headers: FlatHeaders, exchange: Exchange): FlatHeaders => {
  headers.push('x-request-id', exchange.requestId, ...FIXED);
  if (exchange.route?.deprecation) headers.push(...deprecationHeaders(exchange.route.deprecation));
  if (exchange.quota) headers.push(...quotaHeaders(exchange.quota));
  return headers;
};
