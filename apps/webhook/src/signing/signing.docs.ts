import type { RouteDocs } from '@cds/openapi';
import { EXAMPLE_KEY } from './example-key.js';
import { signingKeySetSchema, signingKeyView } from './signing-key-view.js';

export const signingDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/.well-known/webhook-keys',
    tag: 'Webhooks',
    operationId: 'listWebhookSigningKeys',
    summary: 'List the public keys that verify webhooks',
    description:
      'A JWK set (RFC 7517) of the Ed25519 keys behind the `v1a` signatures of all webhooks. The next key stands ' +
      'here 24 hours before it signs, and a key stays for 30 days after it signed last.',
    answers: {
      200: {
        description: 'The keys.',
        schema: signingKeySetSchema,
        example: { keys: [signingKeyView(EXAMPLE_KEY)] },
        headers: { 'Cache-Control': 'Five minutes, in any cache.' },
      },
    },
  },
];
