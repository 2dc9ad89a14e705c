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
    summary: 'Send missed events',
    description:
      'Sends all events of the last 30 days that match the endpoint’s current settings and that it never ' +
      'received, oldest first and in the background: those from before it was created, while it was disabled, ' +
      'or before it subscribed to their type. It proceeds as fast as the endpoint accepts them and without ' +
      'holding up new ones. Events that were delivered or that failed are not sent again. An endpoint can have ' +
      'only one replay at a time.',
    headers: IDEMPOTENT.headers,
    body: { schema: recoverEndpointBody, example: { since: EXAMPLE.since } },
    answers: {
      202: {
        description: 'The replay, with the number of events that it will send.',
        schema: replaySchema,
        example: EXAMPLE,
        headers: { Location: 'The URL where its progress is reported.' },
      },
    },
    problems: {
      404: ['webhook.not_found'],
      409: ['webhook.disabled', 'webhook.replay_running', ...IDEMPOTENT.problems[409]],
      422: IDEMPOTENT.problems[422],
      429: ['limit.heavy_reads'],
    },
  },
  {
    method: 'GET',
    path: '/v1/webhook-replays/{id}',
    tag: 'Webhooks',
    operationId: 'getWebhookReplay',
    summary: 'Read a replay',
    description: 'Poll until `status` is `completed` or `failed`.',
    answers: { 200: { description: 'The replay.', schema: replaySchema, example: EXAMPLE } },
    problems: { 404: ['webhook_replay.not_found'] },
  },
];
