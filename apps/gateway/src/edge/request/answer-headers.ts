import { NO_STORE, PRIVATE, VARY_BY_CALLER, VARY_BY_CODING } from '../../http/cache-headers.js';
import { FIXED_HEADERS } from '../../http/fixed-headers.js';
import { quotaHeaders } from '../rate-limits/quota.js';
import { deprecationHeaders } from '../routing/deprecation.js';
import type { Route } from '../routing/route.js';
import type { ProxiedRequest } from './proxied-request.js';

/** Header names and values in turn: the form that `response.writeHead` takes fastest. */
export type FlatHeaders = string[];

const FIXED: readonly string[] = Object.entries(FIXED_HEADERS).flat();

/** Adds what every answer of the API carries. */
export const withCommonHeaders = (headers: FlatHeaders, request: ProxiedRequest): FlatHeaders => {
  if (request.route) addCacheHeaders(headers, request.route);
  headers.push('x-request-id', request.requestId, ...FIXED);
  if (request.route?.deprecation) headers.push(...deprecationHeaders(request.route.deprecation));
  if (request.quota) headers.push(...quotaHeaders(request.quota));
  return headers;
};

const addCacheHeaders = (headers: FlatHeaders, route: Route): void => {
  headers.push('vary', varyOf(route));
  const cacheControl = cacheControlOf(route);
  if (cacheControl !== undefined && !headers.includes('cache-control')) headers.push('cache-control', cacheControl);
};

/** What a call's answers depend on. */
export const varyOf = ({ scope }: Route): string => (scope === null ? VARY_BY_CODING : VARY_BY_CALLER);

/** How a call's answers may be kept, unless they say so themselves; undefined where nothing is asked. */
export const cacheControlOf = ({ scope, service }: Route): string | undefined => {
  if (scope === null) return undefined;
  return service === 'gateway' && scope !== 'any' ? NO_STORE : PRIVATE;
};
