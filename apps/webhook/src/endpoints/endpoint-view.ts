import type { SecretBox } from '@cds/service-kit';
import { z } from 'zod';
import type { EndpointRow } from './endpoint-row.js';
import { retryScheduleOf } from './retry-schedule.js';
import { endpointFilterSchema } from './settings/endpoint-filter.js';
import { maskedHeaders, ownHeadersSchema } from './settings/own-headers.js';
import { ENDPOINT_STATUSES, ORDERINGS } from './settings/endpoint-settings.js';
import { openHeaders } from './settings/sealed-headers.js';

const instant = z.iso.datetime({ precision: 3 });

/** An endpoint as the API shows it, without its secret. */
export const endpointSchema = z
  .strictObject({
    id: z.string(),
    url: z.string(),
    event_types: z.array(z.string()),
    filter: endpointFilterSchema
      .nullable()
      .meta({ description: 'The filter. Null means every event of the selected types.' }),
    ordering: z.enum(ORDERINGS),
    max_rate_per_second: z.int().nullable(),
    retry_schedule: z.array(z.int()).meta({ description: 'The seconds to wait before each retry.' }),
    description: z.string().nullable(),
    headers: ownHeadersSchema,
    status: z.enum(ENDPOINT_STATUSES),
    disabled_at: instant.nullable(),
    disabled_reason: z
      .string()
      .nullable()
      .meta({
        description:
          '`manual`: its account disabled it. `gone`: it answered 410. `failing`: it accepted nothing for five ' +
          'days. `account_deleted`: its account was deleted. Null while it is enabled.',
      }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'WebhookEndpoint' });
export type EndpointView = z.infer<typeof endpointSchema>;

export const endpointView = (row: EndpointRow, box: SecretBox): EndpointView => ({
  id: row.id,
  url: row.url,
  event_types: row.eventTypes,
  filter: row.filter,
  ordering: row.ordering,
  max_rate_per_second: row.maxRatePerSecond,
  retry_schedule: [...retryScheduleOf(row.retrySchedule)],
  description: row.description,
  headers: openHeaders(row.headers, row.id, box),
  status: row.status,
  disabled_at: row.disabledAt?.toISOString() ?? null,
  disabled_reason: row.disabledReason,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** What a stored response may keep of an endpoint: the values of its headers may be credentials. */
export const withoutCredentials = (view: EndpointView): EndpointView => ({
  ...view,
  headers: maskedHeaders(view.headers),
});
