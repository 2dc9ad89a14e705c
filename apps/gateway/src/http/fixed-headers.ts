import { SECURITY_HEADERS } from './security-headers.js';

/**
 * What scripts of any origin may read of an answer, problems included. `*` gives nothing away: a browser lets no other
 * site send our cookie to an answer that allows every origin, and the API takes it from the portal's pages alone.
 */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotency-Replayed',
};

/** The headers that every answer of the API carries with the same values. */
export const FIXED_HEADERS: Readonly<Record<string, string>> = { ...CORS_HEADERS, ...SECURITY_HEADERS };
