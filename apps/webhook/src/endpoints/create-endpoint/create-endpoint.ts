import { parseBody, throwIfAny } from '@cds/validation';
import type { AddressPolicy } from '../addresses.js';
import { filterOrNull } from '../settings/endpoint-filter.js';
import { createEndpointBody, type EndpointSettings } from '../settings/endpoint-settings.js';
import { headerViolations, mergeHeaders } from '../settings/own-headers.js';
import { NO_URL_VIOLATIONS, urlViolations } from '../url-violations.js';

/** Reads the order from a request's body; fails with all that is wrong with it, the URL's address included. */
export const createEndpointOf = (body: unknown, policy: AddressPolicy): EndpointSettings => {
  const { value, partial, violations = [] } = parseBody(createEndpointBody, body);
  const headers = mergeHeaders({}, partial.headers ?? {});
  const { invalid, rejected } = partial.url === undefined ? NO_URL_VIOLATIONS : urlViolations(partial.url, policy);
  throwIfAny({ invalid: [...violations, ...invalid, ...headerViolations(partial.headers ?? {}, headers)], rejected });
  if (!value) throw new Error('a body that does not fit its schema has violations');
  return {
    url: value.url,
    eventTypes: value.event_types,
    description: value.description,
    retrySchedule: value.retry_schedule,
    filter: filterOrNull(value.filter),
    ordering: value.ordering,
    maxRatePerSecond: value.max_rate_per_second,
    headers,
  };
};
