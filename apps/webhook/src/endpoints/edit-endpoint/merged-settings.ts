import { parseBody, throwIfAny } from '@cds/validation';
import type { AddressPolicy } from '../addresses.js';
import { filterOrNull } from '../settings/endpoint-filter.js';
import { editEndpointBody, type EndpointSettings, type EndpointStatus } from '../settings/endpoint-settings.js';
import { headerViolations, mergeHeaders } from '../settings/own-headers.js';
import { NO_URL_VIOLATIONS, urlViolations } from '../url-violations.js';

/** An endpoint's settings after a merge patch, and the status that the patch asks for. */
export interface MergedSettings {
  readonly settings: EndpointSettings;
  readonly status: EndpointStatus | undefined;
}

/** Merges a request's body into the settings; fails with all that is wrong with it, the URL's address included. */
export const mergedSettings = (now: EndpointSettings, body: unknown, policy: AddressPolicy): MergedSettings => {
  const { value, partial, violations = [] } = parseBody(editEndpointBody, body);
  const headers = partial.headers === undefined ? now.headers : mergeHeaders(now.headers, partial.headers);
  const { invalid, rejected } = partial.url === undefined ? NO_URL_VIOLATIONS : urlViolations(partial.url, policy);
  throwIfAny({ invalid: [...violations, ...invalid, ...headerViolations(partial.headers ?? {}, headers)], rejected });
  if (!value) throw new Error('a body that does not fit its schema has violations');
  const settings = {
    url: value.url ?? now.url,
    eventTypes: value.event_types ?? now.eventTypes,
    description: orNow(value.description, now.description),
    retrySchedule: orNow(value.retry_schedule, now.retrySchedule),
    filter: value.filter === undefined ? now.filter : filterOrNull(value.filter && { ...now.filter, ...value.filter }),
    ordering: orNow(value.ordering, now.ordering) ?? 'none',
    maxRatePerSecond: orNow(value.max_rate_per_second, now.maxRatePerSecond),
    headers,
  };
  return { settings, status: value.status };
};

const orNow = <T>(given: T | undefined, now: T): T => (given === undefined ? now : given);
