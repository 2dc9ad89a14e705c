import { retryScheduleOf } from '../deliveries/attempt/retry-schedule.js';
import type { Endpoint } from '../generated/client.js';

/** An endpoint as the API answers it; its secret is no part of it. */
export interface EndpointView {
  readonly id: string;
  readonly url: string;
  readonly event_types: readonly string[];
  readonly description: string | null;
  readonly retry_schedule: readonly number[];
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export const endpointView = (row: Omit<Endpoint, 'secret'>): EndpointView => ({
  id: row.id,
  url: row.url,
  event_types: row.eventTypes,
  description: row.description,
  retry_schedule: retryScheduleOf(row.retrySchedule),
  status: row.status,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
