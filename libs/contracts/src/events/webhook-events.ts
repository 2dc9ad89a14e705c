import { z } from 'zod';
import { instantSchema, versionSchema } from './shared.js';

const version = versionSchema.meta({
  description: 'Of two events about an endpoint the one with the higher version counts. Versions may be left out.',
});

export const webhookEndpointDisabledV1 = z
  .object({
    id: z.string(),
    url: z.string(),
    event_types: z.array(z.string()),
    description: z.string().nullable(),
    status: z.literal('disabled'),
    disabled_at: instantSchema,
    disabled_reason: z.string().meta({
      description: '`gone`: the endpoint answered 410. `failing`: it accepted nothing for days.',
    }),
    created_at: instantSchema,
    updated_at: instantSchema,
    version,
    previous: z
      .object({ status: z.literal('enabled') })
      .meta({ description: 'The previous values of the fields that changed.' }),
  })
  .meta({
    description:
      'A webhook endpoint was disabled because of its responses. Nothing more is sent to it, and pending ' +
      'messages have failed. The subject is the endpoint.',
  });
export const webhookAnglersWatchedV1 = z
  .object({
    id: z.string(),
    angler_ids: z
      .array(z.string())
      .meta({ description: 'All that it watches now, sorted; empty when it watches nobody any more.' }),
    version,
  })
  .meta({
    description:
      'The anglers whom a webhook endpoint watches: changes of their entries are published whatever their rank. It ' +
      'replaces what was said of the endpoint before. The subject is the endpoint.',
  });
export type WebhookAnglersWatchedV1 = z.infer<typeof webhookAnglersWatchedV1>;

export type WebhookEndpointDisabledV1 = z.infer<typeof webhookEndpointDisabledV1>;
