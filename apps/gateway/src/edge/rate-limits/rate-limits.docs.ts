import type { RouteDocs } from '@cds/openapi';
import { z } from 'zod';

const rateLimitSchema = z
  .strictObject({
    policy: z.string().meta({ description: 'The name of the policy in `RateLimit-Policy`.' }),
    limit: z.int().min(1).meta({ description: 'The number of requests allowed in a window.' }),
    window_seconds: z
      .int()
      .min(1)
      .meta({ description: 'The length of a window in seconds. A window begins with its first request.' }),
    remaining: z.int().min(0),
    reset_seconds: z
      .int()
      .min(1)
      .meta({ description: 'The seconds until the window ends and the full limit is available again.' }),
  })
  .meta({ id: 'RateLimit' });

export const rateLimitsDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/rate_limit',
    tag: 'Identity',
    operationId: 'getRateLimit',
    summary: 'Read the rate limit',
    description:
      'Returns the limit of the credential that makes the request, and what is left of it. This call does not ' +
      'count against the limit.',
    answers: {
      200: {
        description: 'The limit and what is left of it.',
        schema: rateLimitSchema,
        example: { policy: 'default', limit: 600, window_seconds: 60, remaining: 599, reset_seconds: 42 },
      },
    },
  },
];
