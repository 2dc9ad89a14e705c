import type { RouteDocs } from '@cds/openapi';
import { EXAMPLE_KEY } from './example-key.js';
import { signingKeySetSchema, signingKeyView } from './signing-key-view.js';

export const signingDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/.well-known/webhook-keys',
    tag: 'Webhooks',
    operationId: 'listWebhookSigningKeys',
    summary: 'List the webhook signing keys',
    description:
      'A JWK set (RFC 7517) with the public Ed25519 keys that verify the `v1a` signatures of all webhooks. A ' +
      'new key is published 24 hours before it starts to sign, and remains published for 30 days after it last ' +
      'signed.',
    answers: {
      200: {
        description: 'The keys.',
        schema: signingKeySetSchema,
        example: { keys: [signingKeyView(EXAMPLE_KEY)] },
        headers: { 'Cache-Control': 'Five minutes. Any cache may store the response.' },
      },
    },
  },
];
