import { IDEMPOTENT, type RouteDocs } from '@cds/openapi';
import { recoverEndpointBody } from '../deliveries/recover/recover-endpoint.js';
import { replaySchema } from './replay-view.js';

const EXAMPLE = {
  id: 'rep_01h455vb4pex5vsknk084sn02q',
  endpoint_id: 'we_01h455vb4pex5vsknk084sn02q',
  status: 'queued',
  since: '2026-11-19T00:00:00.000Z',
  until: '2026-11-20T08:00:00.000Z',
  count: 250,
  sent: 0,
  progress: 0,
  error: null,
  created_at: '2026-11-20T08:00:00.000Z',
  finished_at: null,
};

export const replaysDocs: readonly RouteDocs[] = [
  {
    method: 'POST',
    path: '/v1/webhooks/{id}/replay',
    tag: 'Webhooks',
    operationId: 'replayWebhook',
    summary: 'Send what an endpoint never got',
    description:
      'Sends every event of the last 30 days that the endpoint takes now and never got, oldest first, in the ' +
      'background: what happened before it was created, while it was disabled, or before it took the type. It goes ' +
      'on as fast as the endpoint takes them, so that new deliveries do not wait for long. What was delivered or ' +
      'failed is not sent again. An endpoint has one replay at a time.',
    headers: IDEMPOTENT.headers,
    body: { schema: recoverEndpointBody, example: { since: EXAMPLE.since } },
    answers: {
      202: {
        description: 'The replay, with the number of events that it sends.',
        schema: replaySchema,
        example: EXAMPLE,
        headers: { Location: 'Where its progress is read.' },
      },
    },
    problems: {
      404: ['webhook.not_found'],
      409: ['webhook.disabled', 'webhook.replay_running', ...IDEMPOTENT.problems[409]],
      422: IDEMPOTENT.problems[422],
    },
  },
  {
    method: 'GET',
    path: '/v1/webhook-replays/{id}',
    tag: 'Webhooks',
    operationId: 'getWebhookReplay',
    summary: 'Read the progress of a replay',
    description: 'Poll it until `status` is `completed` or `failed`.',
    answers: { 200: { description: 'The replay.', schema: replaySchema, example: EXAMPLE } },
    problems: { 404: ['webhook_replay.not_found'] },
  },
];
