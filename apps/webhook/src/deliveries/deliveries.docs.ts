import { IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import {
  listAccountDeliveriesQuery,
  listDeliveriesQuery,
  readDeliveryQuery,
} from './delivery-list/delivery-list.schemas.js';
import { readStatsQuery, statsSchema } from './stats/stats.schemas.js';
import { deliverySchema, deliveryWithAttemptsSchema } from './delivery-view.js';

const EXAMPLE = {
  id: 'msg_01h455vb4pex5vsknk084sn02q',
  endpoint_id: 'we_01h455vb4pex5vsknk084sn02q',
  event_id: 'evt_01h455vb4pex5vsknk084sn02q',
  type: 'catch.created',
  status: 'delivered',
  attempt_count: 1,
  next_attempt_at: null,
  created_at: '2026-11-20T07:30:00.000Z',
  delivered_at: '2026-11-20T07:30:00.120Z',
};

const ATTEMPT = {
  id: 'att_01h455vb4pex5vsknk084sn02q',
  started_at: '2026-11-20T07:30:00.050Z',
  duration_ms: 70,
  request: { headers: { 'webhook-id': EXAMPLE.id }, body: '{"id":"evt_01h455vb4pex5vsknk084sn02q"}' },
  response: { status: 204, headers: {}, body: '' },
  error: null,
};

const QUEUED = {
  description: 'The delivery, which is queued to be sent now.',
  schema: deliverySchema,
  example: { ...EXAMPLE, status: 'pending', next_attempt_at: '2026-11-20T08:00:00.000Z', delivered_at: null },
  headers: { Location: 'The URL of the delivery and its attempts.' },
};

const FIGURES = {
  attempts: 40,
  succeeded: 39,
  failed: 1,
  success_rate: 0.975,
  latency_ms: { p50: 70, p95: 180, p99: 420 },
};

const STATS = {
  endpoint_id: EXAMPLE.endpoint_id,
  since: '2026-11-19T08:00:00.000Z',
  until: '2026-11-20T08:00:00.000Z',
  ...FIGURES,
  is_complete: true,
  hours: [{ starts_at: '2026-11-20T07:00:00.000Z', ...FIGURES }],
};

const DELIVERIES = {
  description: 'A page of deliveries, newest first unless `sort` says otherwise.',
  schema: listOf(deliverySchema, 'DeliveryList'),
  example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
  headers: { Link: 'Links to other pages (RFC 8288).' },
};

export const deliveriesDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    tag: 'Webhooks',
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of an endpoint',
    description: 'Deliveries are kept for 30 days. Pages are cheaper without the count (`total=false`).',
    query: listDeliveriesQuery,
    answers: { 200: DELIVERIES },
    problems: { 404: ['webhook.not_found'], 429: ['limit.heavy_reads'] },
  },
  {
    method: 'GET',
    path: '/v1/webhook-deliveries',
    tag: 'Webhooks',
    operationId: 'listDeliveries',
    summary: 'List the deliveries of all endpoints',
    description:
      'Deliveries of deleted endpoints are not included. Pages are cheaper without the count (`total=false`).',
    query: listAccountDeliveriesQuery,
    answers: { 200: DELIVERIES },
    problems: { 429: ['limit.heavy_reads'] },
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    tag: 'Webhooks',
    operationId: 'testWebhook',
    summary: 'Send a test message',
    description:
      'Sends a `ping` with `data.endpoint_id` to the endpoint, whatever its event types. It is delivered and ' +
      'retried like every other message, but is not counted in statistics.',
    headers: IDEMPOTENT.headers,
    answers: { 202: QUEUED },
    problems: {
      404: ['webhook.not_found'],
      409: ['webhook.disabled', ...IDEMPOTENT.problems[409]],
      422: IDEMPOTENT.problems[422],
    },
  },
  {
    method: 'GET',
    path: '/v1/webhooks/{id}/stats',
    tag: 'Webhooks',
    operationId: 'getWebhookStats',
    summary: 'Read the statistics of an endpoint',
    description:
      'Returns the success rate and latency of attempts, in total and by hour. Test messages are not counted.',
    query: readStatsQuery,
    answers: { 200: { description: 'The statistics of the window.', schema: statsSchema, example: STATS } },
    problems: { 404: ['webhook.not_found'] },
  },
  {
    method: 'POST',
    path: '/v1/webhook-deliveries/{id}/resend',
    tag: 'Webhooks',
    operationId: 'resendWebhookDelivery',
    summary: 'Resend a delivery',
    description:
      'Sends the delivery again at once, whatever its status, with the same `webhook-id` and body. If that ' +
      'fails, it is retried according to the whole schedule of its endpoint. Earlier attempts remain readable.',
    headers: IDEMPOTENT.headers,
    answers: { 202: QUEUED },
    problems: {
      404: ['webhook_delivery.not_found'],
      409: ['webhook.disabled', ...IDEMPOTENT.problems[409]],
      422: IDEMPOTENT.problems[422],
    },
  },
  {
    method: 'GET',
    path: '/v1/webhook-deliveries/{id}',
    tag: 'Webhooks',
    operationId: 'getWebhookDelivery',
    summary: 'Read a delivery and its attempts',
    description: 'Returns the request and the response of each attempt.',
    query: readDeliveryQuery,
    answers: {
      200: {
        description: 'The delivery, or only the requested fields. Attempts are listed oldest first.',
        schema: deliveryWithAttemptsSchema,
        example: { ...EXAMPLE, attempts: [ATTEMPT] },
      },
    },
    problems: { 404: ['webhook_delivery.not_found'] },
  },
];
