import type { Exchange } from './exchange.js';

/** Header names and values in turn, as `response.writeHead` takes them fastest. */
export type FlatHeaders = string[];

/** What any origin may read of an answer, problems included. Credentials in cookies are never used, so `*` gives nothing away. */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotency-Replayed',
};

const CORS: readonly string[] = Object.entries(CORS_HEADERS).flat();

/** Adds what every answer of the API carries. */
export const withCommonHeaders = (headers: FlatHeaders, exchange: Exchange): FlatHeaders => {
  headers.push('x-request-id', exchange.requestId, ...CORS);
  return headers;
};
