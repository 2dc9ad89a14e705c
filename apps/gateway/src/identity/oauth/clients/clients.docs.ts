import { IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { cascadeQuery } from '../../made-credentials/cascade-query.js';
import { clientSchema, listClientsQuery, readClientQuery } from './client-list/client-list.schemas.js';
import { createClientBody, editClientBody } from './client-schemas.js';

const TAG = 'OAuth';

const createdSchema = clientSchema
  .extend({
    client_secret: z.string().optional().meta({ description: 'In this answer alone; a public client has none.' }),
  })
  .meta({ id: 'OAuthClientWithSecret' });

const BODY = {
  name: 'Tournament board',
  redirect_uris: ['https://board.example.com/callback'],
  grant_types: ['authorization_code' as const, 'refresh_token' as const],
  scopes: ['catches:read' as const, 'leaderboards:read' as const],
  confidential: true,
};
const EXAMPLE = {
  id: 'app_01h455vb4pex5vsknk084sn02q',
  account_id: 'acc_01h455vb4pex5vsknk084sn02q',
  ...BODY,
  created_by: 'key_01h455vb4pex5vsknk084sn02q',
  created_at: '2026-11-20T07:30:00.000Z',
  updated_at: '2026-11-20T07:30:00.000Z',
};
const CREATED = { ...EXAMPLE, client_secret: 'cds_secret_mC5Jk0hN0Vv1TqzC3nZ0cFqv6yq8yS0uWc1mVtJx2bA' };

const IF_MATCH = { 'If-Match': 'The `ETag` that you read; a stale one is a 412.' };

export const clientsDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/oauth-clients',
    tag: TAG,
    operationId: 'listOAuthClients',
    summary: 'List your OAuth clients',
    description: 'Those of your account, without their secrets.',
    query: listClientsQuery,
    answers: {
      200: {
        description: 'A page of clients.',
        schema: listOf(clientSchema, 'OAuthClientList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
  },
  {
    method: 'POST',
    path: '/v1/oauth-clients',
    tag: TAG,
    operationId: 'createOAuthClient',
    summary: 'Register an OAuth client',
    description:
      'An app that asks people for access (`authorization_code`, device flow) or acts for your account ' +
      '(`client_credentials`). The server’s endpoints stand in ' +
      '`/.well-known/oauth-authorization-server`. PKCE with S256 is always asked for.',
    headers: IDEMPOTENT.headers,
    body: { schema: createClientBody, example: BODY },
    answers: {
      201: {
        description: 'The client, with its secret.',
        schema: createdSchema,
        example: CREATED,
        headers: { Location: 'Where the client is read.', ETag: 'Goes into `If-Match`.' },
      },
    },
    problems: {
      403: ['api_key.wider'],
      ...IDEMPOTENT.problems,
      422: ['oauth_client.limit', ...IDEMPOTENT.problems[422]],
    },
  },
  {
    method: 'GET',
    path: '/v1/oauth-clients/{id}',
    tag: TAG,
    operationId: 'getOAuthClient',
    summary: 'Read an OAuth client',
    description: 'Without its secret.',
    query: readClientQuery,
    answers: { 200: { description: 'The client.', schema: clientSchema, example: EXAMPLE } },
    problems: { 404: ['oauth_client.not_found'] },
  },
  {
    method: 'PATCH',
    path: '/v1/oauth-clients/{id}',
    tag: TAG,
    operationId: 'updateOAuthClient',
    summary: 'Edit an OAuth client',
    description:
      'A JSON merge patch (RFC 7396). Takes every scope that the client has and is to have. A scope ' +
      'that it loses, its next tokens lack.',
    headers: IF_MATCH,
    body: {
      schema: editClientBody,
      contentTypes: ['application/merge-patch+json', 'application/json'],
      example: { name: 'Tournament board 2' },
    },
    answers: {
      200: {
        description: 'The client as it is then.',
        schema: clientSchema,
        example: { ...EXAMPLE, name: 'Tournament board 2' },
      },
    },
    problems: { 404: ['oauth_client.not_found'], 412: ['request.precondition_failed'] },
  },
  {
    method: 'DELETE',
    path: '/v1/oauth-clients/{id}',
    tag: TAG,
    operationId: 'deleteOAuthClient',
    summary: 'Delete an OAuth client',
    description: 'What people granted it ends with it, and its access tokens stop within 5 seconds.',
    query: cascadeQuery,
    headers: IF_MATCH,
    answers: { 204: { description: 'The client is gone.' } },
    problems: { 404: ['oauth_client.not_found'], 412: ['request.precondition_failed'] },
  },
  {
    method: 'POST',
    path: '/v1/oauth-clients/{id}/rotate-secret',
    tag: TAG,
    operationId: 'rotateOAuthClientSecret',
    summary: 'Replace the secret of an OAuth client',
    description: 'The old secret stops at once; tokens stay good. Takes every scope of the client.',
    headers: IDEMPOTENT.headers,
    answers: {
      200: {
        description: 'The client, with its new secret.',
        schema: createdSchema,
        example: CREATED,
        headers: { ETag: 'Goes into `If-Match`.' },
      },
    },
    problems: {
      403: ['api_key.wider'],
      404: ['oauth_client.not_found'],
      ...IDEMPOTENT.problems,
      409: ['oauth_client.public', ...IDEMPOTENT.problems[409]],
    },
  },
];
