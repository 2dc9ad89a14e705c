import { IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { listEndpointsQuery, readEndpointQuery } from './endpoint-list/endpoint-list.schemas.js';
import { ENDPOINT_EXAMPLE } from './endpoint-example.js';
import { endpointSchema } from './endpoint-view.js';
import { rotateSecretBody } from './rotate-secret/rotate-secret.js';
import { createEndpointBody, editEndpointBody } from './settings/endpoint-settings.js';

const CONDITIONAL = {
  headers: {
    'If-Match': 'The `ETag` that was read: with another one current, nothing is written and the answer is a 412.',
  },
  problems: { 412: ['request.precondition_failed'] },
} as const;

const withSecretSchema = endpointSchema
  .extend({ secret: z.string().optional().meta({ description: 'Not in a replay.' }) })
  .meta({ id: 'WebhookEndpointWithSecret' });

const FILTER =
  'A `filter` holds by all of its keys, and an update by the new or the previous state. Catches and verifications ' +
  'have `species_id`, `min_weight_lbs`, `min_verification_tier` (the tier reached or asked for), `angler_id` and ' +
  '`region`; boards `leaderboard_id`, `max_rank`, `species_id`, `region` and `angler_id`; records `species_id`, ' +
  '`region` and `min_weight_lbs`. A key that a type does not have is ignored for it. An id that no species, ' +
  'leaderboard or angler has is a 422.';

export const endpointsDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    operationId: 'listWebhooks',
    summary: 'List your webhook endpoints',
    description: 'Without their secrets.',
    query: listEndpointsQuery,
    answers: {
      200: {
        description: 'A page of endpoints.',
        schema: listOf(endpointSchema, 'WebhookEndpointList'),
        example: { data: [ENDPOINT_EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Other pages (RFC 8288).' },
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
      'Messages are signed as Standard Webhooks 1.0 says, with the secret that this answer alone shows: ' +
      `a replay has none, and the values of \`headers\` masked. ${FILTER}`,
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
        description: 'The endpoint, with its secret.',
        schema: withSecretSchema,
        example: { ...ENDPOINT_EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
        headers: { Location: 'Where the endpoint is read.', ETag: 'Goes into `If-Match`.' },
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
    description: 'Without its secret.',
    query: readEndpointQuery,
    answers: {
      200: {
        description: 'The endpoint, or the fields that were asked for.',
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
      'A JSON merge patch (RFC 7396), also of `filter` and `headers`. It holds for whatever is sent from then on, ' +
      'retries included; `filter`, `event_types` and `ordering` for messages that are made from then on. While an ' +
      'endpoint is disabled, no message is made for it; those that wait for it when it is disabled fail.',
    headers: CONDITIONAL.headers,
    body: {
      schema: editEndpointBody,
      contentTypes: ['application/merge-patch+json', 'application/json'],
      example: { filter: { min_weight_lbs: 8 }, headers: { 'x-team': null }, max_rate_per_second: 20 },
    },
    answers: {
      200: {
        description: 'The endpoint as it is then.',
        schema: endpointSchema,
        example: {
          ...ENDPOINT_EXAMPLE,
          filter: { ...ENDPOINT_EXAMPLE.filter, min_weight_lbs: 8 },
          headers: {},
          max_rate_per_second: 20,
        },
        headers: { ETag: 'Goes into `If-Match`.' },
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
    description: 'It gets what happens from then on. What failed while it was disabled stays failed.',
    headers: IDEMPOTENT.headers,
    answers: {
      200: {
        description: 'The endpoint as it is then.',
        schema: endpointSchema,
        example: ENDPOINT_EXAMPLE,
        headers: { ETag: 'Goes into `If-Match`.' },
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
      'The answer alone shows the new secret: a replay has none. During the overlap, messages carry a signature by ' +
      'each secret, the newest first. At most 10 earlier secrets sign at the same time.',
    headers: IDEMPOTENT.headers,
    body: { schema: rotateSecretBody, example: { overlap_hours: 24 } },
    answers: {
      200: {
        description: 'The endpoint, with its new secret.',
        schema: withSecretSchema,
        example: { ...ENDPOINT_EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
        headers: { ETag: 'Goes into `If-Match`.' },
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
    description: 'Messages that wait are not sent any more.',
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'It is gone; nothing more is sent to it.' } },
    problems: { 404: ['webhook.not_found'], 410: ['account.deleted'], ...CONDITIONAL.problems },
  },
];
