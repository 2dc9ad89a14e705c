import { IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { CONDITIONAL, CREATED_HEADERS, MERGE_PATCH, pageWith } from '../common.docs.js';
import { cascadeQuery } from '../made-credentials/cascade-query.js';
import { createKeyBody, editKeyBody, rollKeyBody } from './api-key-schemas.js';
import { apiKeySchema } from './api-key-view.js';
import { listKeysQuery, readKeyQuery } from './key-list/key-list.schemas.js';

const EXAMPLE = {
  id: 'key_01h455vb4pex5vsknk084sn02q',
  account_id: 'acc_01h455vb4pex5vsknk084sn02q',
  name: 'website',
  prefix: 'cds_live_ab12',
  scopes: ['catches:read', 'catches:write'],
  allowed_cidrs: ['203.0.113.0/24'],
  rate_limit: { limit: 600, window_seconds: 60 },
  created_at: '2026-11-20T07:30:00.000Z',
  updated_at: '2026-11-20T07:30:00.000Z',
  expires_at: '2027-11-20T07:30:00.000Z',
  last_used_at: null,
  revoked_at: null,
  replaced_by: null,
  created_by: 'key_01h455vb4pex5vsknk084sn02r',
};
const ORDER = {
  name: EXAMPLE.name,
  scopes: EXAMPLE.scopes,
  expires_at: EXAMPLE.expires_at,
  allowed_cidrs: EXAMPLE.allowed_cidrs,
};

const shownKeySchema = apiKeySchema
  .extend({
    key: z.string().optional().meta({
      description: 'The key. It is shown only once and stored nowhere; a replayed response does not contain it.',
    }),
  })
  .meta({ id: 'ApiKeyWithSecret' });

const shown = (description: string): RouteDocs['answers'] => ({
  201: {
    description,
    schema: shownKeySchema,
    example: { ...EXAMPLE, key: 'cds_live_<32 letters and digits>_<checksum>' },
    headers: CREATED_HEADERS,
  },
});

export const apiKeysDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/api-keys',
    tag: 'API keys',
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description: 'Returns the keys of your account, including revoked and expired ones.',
    query: listKeysQuery,
    answers: {
      200: {
        description: 'A page of keys.',
        schema: listOf(apiKeySchema, 'ApiKeyList'),
        example: pageWith(EXAMPLE),
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
  },
  {
    method: 'POST',
    path: '/v1/api-keys',
    tag: 'API keys',
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'The key can only have scopes that your own credential has. Keys for other accounts, and rates above the ' +
      'default of 600 requests in 60 seconds, require the scope `admin`. An account can have up to 100 keys.',
    headers: IDEMPOTENT.headers,
    body: { schema: createKeyBody, example: ORDER },
    answers: shown('The key.'),
    problems: {
      ...IDEMPOTENT.problems,
      403: ['api_key.wider'],
      422: ['account.unknown', 'api_key.limit', ...IDEMPOTENT.problems[422]],
    },
  },
  {
    method: 'GET',
    path: '/v1/api-keys/{id}',
    tag: 'API keys',
    operationId: 'getApiKey',
    summary: 'Read an API key',
    description: 'The key itself is not returned.',
    query: readKeyQuery,
    answers: {
      200: {
        description: 'The key, or only the requested fields.',
        schema: apiKeySchema,
        example: EXAMPLE,
      },
    },
    problems: { 404: ['api_key.not_found'] },
  },
  {
    method: 'PATCH',
    path: '/v1/api-keys/{id}',
    tag: 'API keys',
    operationId: 'updateApiKey',
    summary: 'Edit an API key',
    description:
      'The body is a JSON merge patch (RFC 7396). Your credential must have all scopes of the key. The change ' +
      'takes effect everywhere within a second.',
    headers: CONDITIONAL.headers,
    body: { schema: editKeyBody, contentTypes: MERGE_PATCH, example: { name: 'shop' } },
    answers: {
      200: { description: 'The updated key.', schema: apiKeySchema, example: { ...EXAMPLE, name: 'shop' } },
    },
    problems: {
      403: ['api_key.wider'],
      404: ['api_key.not_found'],
      409: ['api_key.inactive'],
      ...CONDITIONAL.problems,
    },
  },
  {
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    tag: 'API keys',
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description:
      'The key stops working within a second and cannot be restored. It can still be read, with `revoked_at`, ' +
      'unless 1,000 other keys of the account were revoked or rolled since.',
    query: cascadeQuery,
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'The key is revoked.' } },
    problems: { 404: ['api_key.not_found'], ...CONDITIONAL.problems },
  },
  {
    method: 'POST',
    path: '/v1/api-keys/{id}/roll',
    tag: 'API keys',
    operationId: 'rollApiKey',
    summary: 'Roll an API key',
    description:
      'Creates a new key with the settings of the old one, which keeps working for a grace period. Your ' +
      'credential must have all scopes of the key. Until the grace period ends, the old key counts towards the ' +
      'account’s limit of 100 keys.',
    headers: IDEMPOTENT.headers,
    body: { schema: rollKeyBody, example: { grace_seconds: 3_600 } },
    answers: shown('The new key.'),
    problems: {
      403: ['api_key.wider'],
      404: ['api_key.not_found'],
      ...IDEMPOTENT.problems,
      409: ['api_key.inactive', ...IDEMPOTENT.problems[409]],
      422: ['api_key.limit', ...IDEMPOTENT.problems[422]],
    },
  },
];
