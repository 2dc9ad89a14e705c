import { ENTITY_TAG, IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { listEndpointsQuery, readEndpointQuery } from './endpoint-list/endpoint-list.schemas.js';
import { ENDPOINT_EXAMPLE } from './endpoint-example.js';
import { endpointSchema } from './endpoint-view.js';
import { rotateSecretBody } from './rotate-secret/rotate-secret.js';
import { createEndpointBody, editEndpointBody } from './settings/endpoint-settings.js';

const CONDITIONAL = {
  headers: {
    'If-Match': 'An `ETag` that you received. If it is no longer current, nothing is changed and the response is 412.',
  },
  problems: { 412: ['request.precondition_failed'] },
} as const;

const withSecretSchema = endpointSchema
  .extend({
    secret: z.string().optional().meta({ description: 'The secret. A replayed response does not contain it.' }),
  })
  .meta({ id: 'WebhookEndpointWithSecret' });

const FILTER =
  'All keys of a `filter` must match; an update matches by its new or its previous state. Catches and verifications ' +
  'can be filtered by `species_id`, `min_weight_lbs`, `min_verification_tier` (the tier reached or requested), ' +
  '`angler_id` and `region`; boards by `leaderboard_id`, `max_rank`, `species_id`, `region` and `angler_id`; records ' +
  'by `species_id`, `region` and `min_weight_lbs`. A key that does not apply to an event type is ignored for it. The ' +
  'ids of species, leaderboards and anglers must exist; otherwise the response is 422.';

export const endpointsDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    operationId: 'listWebhooks',
    summary: 'List your webhook endpoints',
    description: 'Secrets are not returned.',
    query: listEndpointsQuery,
    answers: {
      200: {
        description: 'A page of endpoints.',
        schema: listOf(endpointSchema, 'WebhookEndpointList'),
        example: { data: [ENDPOINT_EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
  },
  {
    method: 'POST',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    operationId: 'createWebhook',
    summary: 'Create a webhook endpoint',
    description:
      'Messages are signed according to Standard Webhooks 1.0 with a secret that only this response shows. A ' +
      `replayed response does not contain it, and masks the values of \`headers\`. ${FILTER}`,
    headers: IDEMPOTENT.headers,
    body: {
      schema: createEndpointBody,
      example: {
        url: ENDPOINT_EXAMPLE.url,
        event_types: ENDPOINT_EXAMPLE.event_types,
        filter: ENDPOINT_EXAMPLE.filter,
        description: ENDPOINT_EXAMPLE.description,
        headers: ENDPOINT_EXAMPLE.headers,
      },
    },
    answers: {
      201: {
        description: 'The endpoint, including its secret.',
        schema: withSecretSchema,
        example: { ...ENDPOINT_EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
        headers: { Location: 'The URL of the endpoint.', ...ENTITY_TAG },
      },
    },
    problems: {
      ...IDEMPOTENT.problems,
      410: ['account.deleted'],
      422: [
        'webhook.address_forbidden',
        'webhook.limit',
        'species.unknown',
        'leaderboard.unknown',
        'angler.unknown',
        ...IDEMPOTENT.problems[422],
      ],
    },
  },
  {
    method: 'GET',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    operationId: 'getWebhook',
    summary: 'Read a webhook endpoint',
    description: 'The secret is not returned.',
    query: readEndpointQuery,
    answers: {
      200: {
        description: 'The endpoint, or only the requested fields.',
        schema: endpointSchema,
        example: ENDPOINT_EXAMPLE,
      },
    },
    problems: { 404: ['webhook.not_found'] },
  },
  {
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    operationId: 'updateWebhook',
    summary: 'Edit a webhook endpoint',
    description:
      'The body is a JSON merge patch (RFC 7396), which also applies within `filter` and `headers`. Changes ' +
      'apply to everything that is sent from then on, including retries; changes of `filter`, `event_types` ' +
      'and `ordering` apply to new messages only. A disabled endpoint receives no new messages, and its ' +
      'pending messages fail.',
    headers: CONDITIONAL.headers,
    body: {
      schema: editEndpointBody,
      contentTypes: ['application/merge-patch+json', 'application/json'],
      example: { filter: { min_weight_lbs: 8 }, headers: { 'x-team': null }, max_rate_per_second: 20 },
    },
    answers: {
      200: {
        description: 'The updated endpoint.',
        schema: endpointSchema,
        example: {
          ...ENDPOINT_EXAMPLE,
          filter: { ...ENDPOINT_EXAMPLE.filter, min_weight_lbs: 8 },
          headers: {},
          max_rate_per_second: 20,
        },
      },
    },
    problems: {
      404: ['webhook.not_found'],
      410: ['account.deleted'],
      422: ['webhook.address_forbidden', 'species.unknown', 'leaderboard.unknown', 'angler.unknown'],
      ...CONDITIONAL.problems,
    },
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{id}/enable',
    tag: 'Webhooks',
    operationId: 'enableWebhook',
    summary: 'Enable a webhook endpoint',
    description:
      'The endpoint receives events that happen from then on. Messages that failed while it was disabled ' +
      'remain failed.',
    headers: IDEMPOTENT.headers,
    answers: {
      200: {
        description: 'The updated endpoint.',
        schema: endpointSchema,
        example: ENDPOINT_EXAMPLE,
        headers: ENTITY_TAG,
      },
    },
    problems: { 404: ['webhook.not_found'], 410: ['account.deleted'], ...IDEMPOTENT.problems },
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate-secret',
    tag: 'Webhooks',
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Only this response shows the new secret; a replayed response does not contain it. During the overlap, ' +
      'messages carry one signature for each secret, newest first. Up to 10 earlier secrets can sign at the ' +
      'same time.',
    headers: IDEMPOTENT.headers,
    body: { schema: rotateSecretBody, example: { overlap_hours: 24 } },
    answers: {
      200: {
        description: 'The endpoint, including its new secret.',
        schema: withSecretSchema,
        example: { ...ENDPOINT_EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
        headers: ENTITY_TAG,
      },
    },
    problems: {
      404: ['webhook.not_found'],
      410: ['account.deleted'],
      ...IDEMPOTENT.problems,
      422: ['webhook.secret_limit', ...IDEMPOTENT.problems[422]],
    },
  },
  {
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook endpoint',
    description: 'Pending messages are no longer sent.',
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'The endpoint is deleted. Nothing more is sent to it.' } },
    problems: { 404: ['webhook.not_found'], 410: ['account.deleted'], ...CONDITIONAL.problems },
  },
];
