import { z } from 'zod';
import type { Endpoint } from '../generated/client.js';
import { retryScheduleOf } from './retry-schedule.js';

const instant = z.iso.datetime({ precision: 3 });

/** An endpoint as the API shows it, without its secret. */
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
      .meta({
        description:
          '`gone` when it answered 410, `failing` when it took nothing for five days, `account_deleted` when its ' +
          'account is gone; null while it is enabled.',
      }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'WebhookEndpoint' });
export type EndpointView = z.infer<typeof endpointSchema>;

/** The columns that the API shows. */
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
