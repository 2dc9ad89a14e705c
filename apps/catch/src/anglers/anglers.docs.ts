import { ENTITY_TAG, listOf, type RouteDocs } from '@cds/openapi';
import { anglerSchema } from '../angler-lookup/angler.schema.js';
import { CONDITIONAL, IDEMPOTENT } from '../common.docs.js';
import { addAnglerBody, editAnglerBody } from './angler-schemas.js';
import { listAnglersQuery, readAnglerQuery } from './angler-list/angler-list.schemas.js';

const EXAMPLE = {
  id: 'ang_01h455vb4pex5vsknk084sn02q',
  name: 'Jane Doe',
  external_id: 'member-7',
  metadata: { club: 'North arm' },
  created_at: '2026-11-20T07:30:00.000Z',
  updated_at: '2026-11-20T07:30:00.000Z',
};
const BODY = { name: EXAMPLE.name, external_id: EXAMPLE.external_id, metadata: EXAMPLE.metadata };

export const anglersDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/anglers',
    tag: 'Anglers',
    operationId: 'listAnglers',
    summary: 'List your anglers',
    description: 'Returns only the anglers of your own account.',
    query: listAnglersQuery,
    answers: {
      200: {
        description: 'A page of anglers.',
        schema: listOf(anglerSchema, 'AnglerList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
    problems: { 429: ['limit.heavy_reads'] },
  },
  {
    method: 'POST',
    path: '/v1/anglers',
    tag: 'Anglers',
    operationId: 'createAngler',
    summary: 'Create an angler',
    description:
      'An angler is a person who fishes, as your account knows them: a user of an app, or a member of a club.',
    headers: IDEMPOTENT.headers,
    body: { schema: addAnglerBody, example: BODY },
    answers: {
      201: {
        description: 'The angler.',
        schema: anglerSchema,
        example: EXAMPLE,
        headers: { Location: 'The URL of the angler.', ...ENTITY_TAG },
      },
    },
    problems: {
      409: ['angler.external_id_taken', ...IDEMPOTENT.problems[409]],
      410: IDEMPOTENT.problems[410],
      422: IDEMPOTENT.problems[422],
    },
  },
  {
    method: 'GET',
    path: '/v1/anglers/{id}',
    tag: 'Anglers',
    operationId: 'getAngler',
    summary: 'Read an angler',
    description: 'Anglers are public. Fields that are private to their account are null for others.',
    query: readAnglerQuery,
    answers: {
      200: {
        description: 'The angler, or only the requested fields.',
        schema: anglerSchema,
        example: EXAMPLE,
      },
    },
    problems: { 404: ['angler.not_found'], 410: ['angler.erased'] },
  },
  {
    method: 'PATCH',
    path: '/v1/anglers/{id}',
    tag: 'Anglers',
    operationId: 'updateAngler',
    summary: 'Edit an angler',
    description:
      'The body is a JSON merge patch (RFC 7396). A new name changes `updated_at` and the `ETag` of the ' +
      'angler’s catches.',
    headers: CONDITIONAL.headers,
    body: {
      schema: editAnglerBody,
      contentTypes: ['application/merge-patch+json', 'application/json'],
      example: { name: 'Jane Roe' },
    },
    answers: {
      200: {
        description: 'The updated angler.',
        schema: anglerSchema,
        example: { ...EXAMPLE, name: 'Jane Roe' },
      },
    },
    problems: {
      403: ['angler.forbidden'],
      404: ['angler.not_found'],
      409: ['angler.external_id_taken', 'resource.conflict'],
      410: ['angler.erased'],
      ...CONDITIONAL.problems,
    },
  },
  {
    method: 'DELETE',
    path: '/v1/anglers/{id}',
    tag: 'Anglers',
    operationId: 'eraseAngler',
    summary: 'Erase an angler',
    description:
      'The name, notes, exact places, photos, evidence and metadata disappear from all responses at once, and ' +
      'from all storage soon after. The measurements of the catches remain.',
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'The angler’s personal data is no longer returned by any call.' } },
    problems: {
      403: ['angler.forbidden'],
      404: ['angler.not_found'],
      409: ['resource.conflict'],
      410: ['angler.erased'],
      ...CONDITIONAL.problems,
    },
  },
];
