import { z } from 'zod';

/** Standard Webhooks 1.0. */
export const webhookHeaders = z
  .object({
    'content-type': z.literal('application/json'),
    'user-agent': z.string(),
    'webhook-id': z.string().meta({
      description: 'The id of the message, the same for every attempt: deduplicate by it.',
    }),
    'webhook-timestamp': z.string().meta({
      description: 'When this attempt was made, in seconds since 1970.',
    }),
    'webhook-signature': z.string().meta({
      description: 'Space-separated signatures: `v1` by secrets, `v1a` by the public key. One is enough.',
    }),
  })
  .meta({ description: 'Headers of a webhook message.' });
