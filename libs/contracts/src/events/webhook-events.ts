import { z } from 'zod';
import { instantSchema, versionSchema } from './shared.js';

export const webhookEndpointDisabledV1 = z
  .object({
    id: z.string(),
    url: z.string(),
    event_types: z.array(z.string()),
    description: z.string().nullable(),
    status: z.literal('disabled'),
    disabled_at: instantSchema,
    disabled_reason: z.string().meta({
      description: '`gone`: it answered 410; `failing`: it took nothing for days.',
    }),
    created_at: instantSchema,
    updated_at: instantSchema,
    version: versionSchema,
    previous: z.object({ status: z.literal('enabled') }).meta({ description: 'The old values of what changed.' }),
  })
  .meta({
    description:
      'A webhook endpoint was disabled because of what it answered: nothing more is sent to it, and what was waiting ' +
      'for it has failed. The subject is the endpoint.',
  });
export type WebhookEndpointDisabledV1 = z.infer<typeof webhookEndpointDisabledV1>;
