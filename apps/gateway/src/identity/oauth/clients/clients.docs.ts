import { ENTITY_TAG, IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { cascadeQuery } from '../../made-credentials/cascade-query.js';
import { clientSchema, listClientsQuery, readClientQuery } from './client-list/client-list.schemas.js';
import { createClientBody, editClientBody } from './client-schemas.js';

const TAG = 'OAuth';

const createdSchema = clientSchema
  .extend({
    client_secret: z
      .string()
      .optional()
      .meta({ description: 'The secret, which is shown only once. Public clients have none.' }),
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

const IF_MATCH = { 'If-Match': 'An `ETag` that you received. If it is no longer current, the response is 412.' };

export const clientsDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/oauth-clients',
    tag: TAG,
    operationId: 'listOAuthClients',
    summary: 'List your OAuth clients',
    description: 'Returns the clients of your own account, without their secrets.',
    query: listClientsQuery,
    answers: {
      200: {
        description: 'A page of clients.',
        schema: listOf(clientSchema, 'OAuthClientList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
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
      'A client is an app that asks people for access (authorization code grant, device flow) or acts for your ' +
      'own account (client credentials grant). The endpoints of the server are listed in ' +
      '`/.well-known/oauth-authorization-server`. PKCE with S256 is always required.',
    headers: IDEMPOTENT.headers,
    body: { schema: createClientBody, example: BODY },
    answers: {
      201: {
        description: 'The client, with its secret.',
        schema: createdSchema,
        example: CREATED,
        headers: { Location: 'The URL of the client.', ...ENTITY_TAG },
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
    description: 'The secret is not returned.',
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
      'The body is a JSON merge patch (RFC 7396). Your credential must have all scopes that the client has now ' +
      'and will have afterwards. If the client loses a scope, its next tokens no longer include it.',
    headers: IF_MATCH,
    body: {
      schema: editClientBody,
      contentTypes: ['application/merge-patch+json', 'application/json'],
      example: { name: 'Tournament board 2' },
    },
    answers: {
      200: {
        description: 'The updated client.',
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
    description: 'All grants to the client end, and its access tokens stop working within 5 seconds.',
    query: cascadeQuery,
    headers: IF_MATCH,
    answers: { 204: { description: 'The client is deleted.' } },
    problems: { 404: ['oauth_client.not_found'], 412: ['request.precondition_failed'] },
  },
  {
    method: 'POST',
    path: '/v1/oauth-clients/{id}/rotate-secret',
    tag: TAG,
    operationId: 'rotateOAuthClientSecret',
    summary: 'Replace the secret of an OAuth client',
    description:
      'The old secret stops working at once; tokens remain valid. Your credential must have all scopes of the ' +
      'client.',
    headers: IDEMPOTENT.headers,
    answers: {
      200: {
        description: 'The client, including its new secret.',
        schema: createdSchema,
        example: CREATED,
        headers: ENTITY_TAG,
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
