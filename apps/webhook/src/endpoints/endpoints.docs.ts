import { IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { createEndpointBody } from './create-endpoint/create-endpoint.js';
import { listEndpointsQuery, readEndpointQuery } from './endpoint-list/endpoint-list.schemas.js';
import { endpointSchema } from './endpoint-view.js';

const EXAMPLE = {
  id: 'we_01h455vb4pex5vsknk084sn02q',
  url: 'https://example.com/hooks',
  event_types: ['catch.*', 'verification.approved'],
  description: 'Production',
  retry_schedule: [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000],
  status: 'enabled',
  disabled_at: null,
  disabled_reason: null,
  created_at: '2026-11-20T07:30:00.000Z',
  updated_at: '2026-11-20T07:30:00.000Z',
};

export const endpointsDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'List your webhook endpoints',
    query: listEndpointsQuery,
    answers: {
      200: {
        description: 'A page of endpoints.',
        schema: listOf(endpointSchema.partial(), 'WebhookEndpointList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
  },
  {
    method: 'POST',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'Create a webhook endpoint',
    description:
      'Messages are signed as Standard Webhooks 1.0 says, with the secret that this answer alone shows: ' +
      'a replay has none.',
    headers: IDEMPOTENT.headers,
    body: {
      schema: createEndpointBody,
      example: { url: EXAMPLE.url, event_types: EXAMPLE.event_types, description: EXAMPLE.description },
    },
    answers: {
      201: {
        description: 'The endpoint, with its secret.',
        schema: endpointSchema
          .extend({ secret: z.string().optional().meta({ description: 'Not in a replay.' }) })
          .meta({ id: 'WebhookEndpointWithSecret' }),
        example: { ...EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
        headers: { Location: 'Where the endpoint is read.' },
      },
    },
    problems: {
      ...IDEMPOTENT.problems,
      422: ['webhook.address_forbidden', 'webhook.limit', ...IDEMPOTENT.problems[422]],
    },
  },
  {
    method: 'GET',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Read a webhook endpoint',
    query: readEndpointQuery,
    answers: {
      200: {
        description: 'The endpoint, or the fields that were asked for.',
        schema: endpointSchema.partial(),
        example: EXAMPLE,
      },
    },
    problems: { 404: ['webhook.not_found'] },
  },
  {
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint',
    answers: { 204: { description: 'It is gone; nothing more is sent to it.' } },
    problems: { 404: ['webhook.not_found'] },
  },
];
