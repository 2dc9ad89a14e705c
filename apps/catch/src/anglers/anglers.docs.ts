import { listOf, type RouteDocs } from '@cds/openapi';
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
    description: 'Those of your account alone.',
    query: listAnglersQuery,
    answers: {
      200: {
        description: 'A page of anglers.',
        schema: listOf(anglerSchema, 'AnglerList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
    problems: { 429: ['limit.heavy_reads'] },
  },
  {
    method: 'POST',
    path: '/v1/anglers',
    tag: 'Anglers',
    operationId: 'createAngler',
    summary: 'Add an angler',
    description: 'A person who fishes, as your account knows them: a user of an app, a member of a club.',
    headers: IDEMPOTENT.headers,
    body: { schema: addAnglerBody, example: BODY },
    answers: {
      201: {
        description: 'The angler.',
        schema: anglerSchema,
        example: EXAMPLE,
        headers: { Location: 'Where the angler is read.', ETag: 'Goes into `If-Match` and `If-None-Match`.' },
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
    description: 'Anglers are public; what is private to their account is null for others.',
    query: readAnglerQuery,
    answers: {
      200: {
        description: 'The angler, or the fields that were asked for.',
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
    description: 'A JSON merge patch (RFC 7396). A new name moves `updated_at` and `ETag` of the angler’s catches.',
    headers: CONDITIONAL.headers,
    body: {
      schema: editAnglerBody,
      contentTypes: ['application/merge-patch+json', 'application/json'],
      example: { name: 'Jane Roe' },
    },
    answers: {
      200: {
        description: 'The angler as they are then.',
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
      'Name, notes, exact places, photos, evidence and metadata leave every answer at once and every ' +
      'store soon after; the bare figures stay.',
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'Nothing personal is answered from now on.' } },
    problems: {
      403: ['angler.forbidden'],
      404: ['angler.not_found'],
      409: ['resource.conflict'],
      410: ['angler.erased'],
      ...CONDITIONAL.problems,
    },
  },
];
