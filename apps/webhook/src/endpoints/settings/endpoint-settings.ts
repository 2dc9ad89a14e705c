import { text, withReadOnly } from '@cds/validation';
import { z } from 'zod';
import { EVENT_TYPE_PATTERNS } from '../event-types.js';
import { type EndpointFilter, endpointFilterPatch, endpointFilterSchema } from './endpoint-filter.js';
import { type OwnHeaders, ownHeadersPatch, ownHeadersSchema } from './own-headers.js';

const MAX_STEPS = 20;
const MAX_STEP_SECONDS = 7 * 24 * 3_600;
const MAX_RATE = 1_000;

export const ORDERINGS = ['none', 'per_subject'] as const;
export type Ordering = (typeof ORDERINGS)[number];

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** What an account says of its endpoint. */
export interface EndpointSettings {
  readonly url: string;
  readonly eventTypes: string[];
  readonly description: string | null;
  /** Seconds; null follows the default. */
  readonly retrySchedule: number[] | null;
  readonly filter: EndpointFilter | null;
  readonly ordering: Ordering;
  readonly maxRatePerSecond: number | null;
  readonly headers: OwnHeaders;
}

const url = text(2_048);
const eventTypes = z
  .array(z.enum(EVENT_TYPE_PATTERNS))
  .min(1)
  .max(100)
  .transform((types) => [...new Set(types)]);
const description = text(200).nullable();
const retrySchedule = z.array(z.int().min(1).max(MAX_STEP_SECONDS)).max(MAX_STEPS).nullable();
const ordering = z.enum(ORDERINGS).meta({
  description:
    '`per_subject` sends messages about the same subject one after the other. Messages about other subjects ' +
    'do not wait.',
});
const maxRate = z
  .int()
  .min(1)
  .max(MAX_RATE)
  .nullable()
  .meta({
    description:
      'The maximum number of requests in any second, including retries. Null means as fast as the endpoint ' +
      'responds.',
  });

/** What answers have and bodies may not. */
const READ_ONLY = ['id', 'secret', 'disabled_at', 'disabled_reason', 'created_at', 'updated_at'];

export const createEndpointBody = withReadOnly(
  z
    .strictObject({
      url,
      event_types: eventTypes,
      description: description.default(null),
      retry_schedule: retrySchedule.default(null),
      filter: endpointFilterSchema.nullable().default(null),
      ordering: ordering.default('none'),
      max_rate_per_second: maxRate.default(null),
      headers: ownHeadersSchema.nullable().default(null),
    })
    .meta({ id: 'NewWebhookEndpoint' }),
  READ_ONLY,
);

/** A JSON merge patch (RFC 7396): null empties, or goes back to the default. */
export const editEndpointBody = withReadOnly(
  z
    .strictObject({
      url: url.optional(),
      event_types: eventTypes.optional(),
      description: description.optional(),
      retry_schedule: retrySchedule.optional(),
      filter: endpointFilterPatch.nullable().optional(),
      ordering: ordering.nullable().optional(),
      max_rate_per_second: maxRate.optional(),
      headers: ownHeadersPatch.nullable().optional(),
      status: z.enum(ENDPOINT_STATUSES).optional(),
    })
    .meta({ id: 'WebhookEndpointPatch' }),
  READ_ONLY,
);
export type EditEndpoint = z.infer<typeof editEndpointBody>;
