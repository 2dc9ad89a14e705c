import { IDEMPOTENT, type RouteDocs } from '@cds/openapi';
import { recoverEndpointBody } from './recover-endpoint.js';
import { recoverySchema } from './recovery-view.js';

const EXAMPLE = {
  id: 'rec_01h455vb4pex5vsknk084sn02q',
  endpoint_id: 'we_01h455vb4pex5vsknk084sn02q',
  status: 'queued',
  since: '2026-11-19T00:00:00.000Z',
  until: '2026-11-20T08:00:00.000Z',
  count: 250,
  resent: 0,
  progress: 0,
  error: null,
  created_at: '2026-11-20T08:00:00.000Z',
  finished_at: null,
};

export const recoveriesDocs: readonly RouteDocs[] = [
  {
    method: 'POST',
    path: '/v1/webhooks/{id}/recover',
    tag: 'Webhooks',
    operationId: 'recoverWebhook',
    summary: 'Resend failed deliveries',
    description:
      'Resends deliveries that last failed at `since` or later and were created before `until`, oldest first, in ' +
      'the background and without holding up new ones. An endpoint can have only one recovery at a time.',
    headers: IDEMPOTENT.headers,
    body: { schema: recoverEndpointBody, example: { since: EXAMPLE.since } },
    answers: {
      202: {
        description: 'The recovery, with the number of deliveries that it will resend.',
        schema: recoverySchema,
        example: EXAMPLE,
        headers: { Location: 'The URL where its progress is reported.' },
      },
    },
    problems: {
      404: ['webhook.not_found'],
      409: ['webhook.disabled', 'webhook.recovery_running', ...IDEMPOTENT.problems[409]],
      422: IDEMPOTENT.problems[422],
      429: ['limit.heavy_reads'],
    },
  },
  {
    method: 'GET',
    path: '/v1/webhook-recoveries/{id}',
    tag: 'Webhooks',
    operationId: 'getWebhookRecovery',
    summary: 'Read a recovery',
    description: 'Poll until `status` is `completed` or `failed`.',
    answers: { 200: { description: 'The recovery.', schema: recoverySchema, example: EXAMPLE } },
    problems: { 404: ['webhook_recovery.not_found'] },
  },
];
