import { z } from 'zod';
import { retryScheduleOf } from '../deliveries/attempt/retry-schedule.js';
import type { Endpoint } from '../generated/client.js';

const instant = z.iso.datetime({ precision: 3 });

/** An endpoint as the API answers it; its secret is no part of it. */
export const endpointSchema = z
  .strictObject({
    id: z.string(),
    url: z.string(),
    event_types: z.array(z.string()),
    description: z.string().nullable(),
    retry_schedule: z.array(z.int()).meta({ description: 'Seconds to wait before each retry.' }),
    status: z.string().meta({ description: '`enabled` or `disabled`.' }),
    disabled_at: instant.nullable(),
    disabled_reason: z
      .string()
      .nullable()
      .meta({ description: '`account_deleted` when its account is gone; null while it is enabled.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'WebhookEndpoint' });
export type EndpointView = z.infer<typeof endpointSchema>;

/** What is answered of a row; its secret is no part of it. */
export type EndpointRow = Pick<
  Endpoint,
  | 'id'
  | 'url'
  | 'eventTypes'
  | 'description'
  | 'retrySchedule'
  | 'status'
  | 'disabledAt'
  | 'disabledReason'
  | 'createdAt'
  | 'updatedAt'
>;

export const endpointView = (row: EndpointRow): EndpointView => ({
  id: row.id,
  url: row.url,
  event_types: row.eventTypes,
  description: row.description,
  retry_schedule: [...retryScheduleOf(row.retrySchedule)],
  status: row.status,
  disabled_at: row.disabledAt?.toISOString() ?? null,
  disabled_reason: row.disabledReason,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
