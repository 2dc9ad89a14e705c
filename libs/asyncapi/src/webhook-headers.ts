import { z } from 'zod';

/** Standard Webhooks 1.0. */
export const webhookHeaders = z
  .object({
    'content-type': z.literal('application/json'),
    'user-agent': z.string(),
    'webhook-id': z
      .string()
      .meta({ description: 'One fact for one endpoint: the same with each attempt. Deduplicate by it.' }),
    'webhook-timestamp': z.string().meta({
      description: 'When this attempt was made: seconds since 1970. Refuse what is more than some minutes old.',
    }),
    'webhook-signature': z.string().meta({
      description:
        'Signatures with spaces between them: `v1,` and an HMAC-SHA256 in base64 for each secret of the endpoint, ' +
        'and `v1a,` and an Ed25519 signature in base64. One that verifies is enough.',
    }),
  })
  .meta({ description: 'Headers of a webhook message.' });
