import { listOf, type RouteDocs } from '@cds/openapi';
import { listDeliveriesQuery, readDeliveryQuery } from './delivery-list/delivery-list.schemas.js';
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

export const deliveriesDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    tag: 'Webhooks',
    summary: 'List an endpoint’s deliveries',
    query: listDeliveriesQuery,
    answers: {
      200: {
        description: 'A page of deliveries, newest first unless `sort` says otherwise.',
        schema: listOf(deliverySchema.partial(), 'WebhookDeliveryList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
    problems: { 404: ['webhook.not_found'] },
  },
  {
    method: 'GET',
    path: '/v1/webhook-deliveries/{id}',
    tag: 'Webhooks',
    summary: 'Read a delivery with each of its attempts',
    query: readDeliveryQuery,
    answers: {
      200: {
        description: 'The delivery, or the fields that were asked for; attempts oldest first.',
        schema: deliveryWithAttemptsSchema.partial(),
        example: { ...EXAMPLE, attempts: [ATTEMPT] },
      },
    },
    problems: { 404: ['webhook_delivery.not_found'] },
  },
];
