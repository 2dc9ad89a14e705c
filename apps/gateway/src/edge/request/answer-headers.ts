import { FIXED_HEADERS } from '../../http/fixed-headers.js';
import { quotaHeaders } from '../rate-limits/quota.js';
import { deprecationHeaders } from '../routing/deprecation.js';
import type { ProxiedRequest } from './proxied-request.js';

/** Header names and values in turn: the form that `response.writeHead` takes fastest. */
export type FlatHeaders = string[];

const FIXED: readonly string[] = Object.entries(FIXED_HEADERS).flat();

/** Adds what every answer of the API carries. */
export const withCommonHeaders = (headers: FlatHeaders, request: ProxiedRequest): FlatHeaders => {
  headers.push('x-request-id', request.requestId, ...FIXED);
  if (request.route?.deprecation) headers.push(...deprecationHeaders(request.route.deprecation));
  if (request.quota) headers.push(...quotaHeaders(request.quota));
  return headers;
};
