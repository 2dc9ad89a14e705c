import type { SecretBox } from '@cds/service-kit';
import type { EndpointFilter } from './settings/endpoint-filter.js';
import type { EndpointSettings, EndpointStatus, Ordering } from './settings/endpoint-settings.js';
import { openHeaders } from './settings/sealed-headers.js';

/** What a row of `endpoints` says of an endpoint, but for what signs. */
export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly eventTypes: string[];
  readonly description: string | null;
  readonly retrySchedule: number[] | null;
  readonly filter: EndpointFilter | null;
  readonly ordering: Ordering;
  readonly maxRatePerSecond: number | null;
  /** Sealed; null for none. */
  readonly headers: string | null;
  readonly status: EndpointStatus;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The columns of an `EndpointRow`. */
export const ENDPOINT_COLUMNS = `id, url, event_types AS "eventTypes", description, retry_schedule AS "retrySchedule",
  filter, ordering, max_rate_per_second AS "maxRatePerSecond", headers, status, disabled_at AS "disabledAt",
  disabled_reason AS "disabledReason", created_at AS "createdAt", updated_at AS "updatedAt"`;

export const settingsOf = (row: EndpointRow, box: SecretBox): EndpointSettings => ({
  url: row.url,
  eventTypes: row.eventTypes,
  description: row.description,
  retrySchedule: row.retrySchedule,
  filter: row.filter,
  ordering: row.ordering,
  maxRatePerSecond: row.maxRatePerSecond,
  headers: openHeaders(row.headers, row.id, box),
});
