import type { RouteDocs } from '@cds/openapi';
import { z } from 'zod';

const rateLimitSchema = z
  .strictObject({
    policy: z.string().meta({ description: 'As `RateLimit-Policy` names it.' }),
    limit: z.int().min(1).meta({ description: 'Requests in a window.' }),
    window_seconds: z.int().min(1).meta({ description: 'A window begins with its first request.' }),
    remaining: z.int().min(0),
    reset_seconds: z.int().min(1).meta({ description: 'Until the window ends, and all is allowed again.' }),
  })
  .meta({ id: 'RateLimit' });

export const rateLimitsDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/rate_limit',
    tag: 'Identity',
    operationId: 'getRateLimit',
    summary: 'Tell what the rate limit leaves',
    description: 'The limit of the credential behind the request, and what is left of it. This call costs nothing.',
    answers: {
      200: {
        description: 'The limit.',
        schema: rateLimitSchema,
        example: { policy: 'default', limit: 600, window_seconds: 60, remaining: 599, reset_seconds: 42 },
      },
    },
  },
];
