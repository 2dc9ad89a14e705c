import { ENTITY_TAG, listOf, type RouteDocs } from '@cds/openapi';
import { CONDITIONAL, IDEMPOTENT } from '../common.docs.js';
import { CATCH_BODY_EXAMPLE, CATCH_EXAMPLE } from './catch.examples.js';
import { catchHistoryQuery, historySchema } from './read/catch-history/catch-history.schemas.js';
import { listCatchesParameters, readCatchQuery } from './read/catch-list/catch-list.schemas.js';
import { catchSchema, deletedCatchSchema, expandedCatchSchema } from './read/catch.schema.js';
import { editCatchBody, logCatchBody, replaceCatchBody } from './rules/catch-schemas.js';

const LINKS = { Link: 'Links to other pages (RFC 8288).' };
const REJECTED = [
  'species.unknown',
  'species.ambiguous',
  'angler.unknown',
  'catch.weight_implausible',
  'request.rejected',
] as const;
const GONE = { 404: ['catch.not_found'], 410: ['catch.deleted'] } as const;
const OWN = {
  ...GONE,
  403: ['catch.forbidden'],
  409: ['resource.conflict', 'catch.external_id_taken', 'catch.too_many_changes'],
  ...CONDITIONAL.problems,
} as const;

export const catchesDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/catches',
    tag: 'Catches',
    operationId: 'listCatches',
    summary: 'List, filter and search catches',
    description:
      'Repeating a filter means OR; different filters are combined with AND. Pages reach 10,000 rows deep, and ' +
      '`next_cursor` continues from any page without a limit. For everybody but the owner, filters, search and ' +
      'sorting work on what the response shows: rounded coordinates and no place names. Use `updated_since` ' +
      'with `include_deleted=true` for a complete delta sync.',
    query: listCatchesParameters,
    answers: {
      200: {
        description: 'A page of catches.',
        schema: listOf(catchSchema, 'CatchList'),
        alternatives: { ExpandedCatch: expandedCatchSchema, DeletedCatch: deletedCatchSchema },
        example: { data: [CATCH_EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: LINKS,
      },
    },
    problems: { 429: ['limit.heavy_reads'] },
  },
  {
    method: 'POST',
    path: '/v1/catches',
    tag: 'Catches',
    operationId: 'createCatch',
    summary: 'Log a catch',
    description:
      '`species` is an id, a scientific name, a common name or an alias, compared case-insensitively. ' +
      '`caught_at` defaults to now, and `angler_id` to your own angler.',
    headers: IDEMPOTENT.headers,
    body: { schema: logCatchBody, example: CATCH_BODY_EXAMPLE },
    answers: {
      201: {
        description: 'The catch.',
        schema: catchSchema,
        example: CATCH_EXAMPLE,
        headers: { Location: 'The URL of the catch.', ...ENTITY_TAG },
      },
    },
    problems: {
      409: ['catch.external_id_taken', ...IDEMPOTENT.problems[409]],
      410: IDEMPOTENT.problems[410],
      422: [...REJECTED, ...IDEMPOTENT.problems[422]],
    },
  },
  {
    method: 'GET',
    path: '/v1/catches/{id}',
    tag: 'Catches',
    operationId: 'getCatch',
    summary: 'Read a catch',
    description: 'With `as_of`, the response shows the catch as it was at that time.',
    query: readCatchQuery,
    answers: {
      200: {
        description: 'The catch, or only the requested fields.',
        schema: catchSchema,
        alternatives: { ExpandedCatch: expandedCatchSchema },
        example: CATCH_EXAMPLE,
        headers: ENTITY_TAG,
      },
    },
    problems: GONE,
  },
  {
    method: 'PUT',
    path: '/v1/catches/{id}',
    tag: 'Catches',
    operationId: 'replaceCatch',
    summary: 'Replace a catch',
    description:
      '`caught_at` and `angler_id` keep their values if they are absent. Every other absent field is cleared.',
    headers: CONDITIONAL.headers,
    body: { schema: replaceCatchBody, example: CATCH_BODY_EXAMPLE },
    answers: {
      200: {
        description: 'The updated catch.',
        schema: catchSchema,
        example: { ...CATCH_EXAMPLE, version: 2 },
      },
    },
    problems: { ...OWN, 422: REJECTED },
  },
  {
    method: 'PATCH',
    path: '/v1/catches/{id}',
    tag: 'Catches',
    operationId: 'updateCatch',
    summary: 'Edit a catch',
    description:
      'The body is a JSON merge patch (RFC 7396); null clears a field. A verified catch becomes `unverified` ' +
      'again when its species, angler, region, time or a measurement changes.',
    headers: CONDITIONAL.headers,
    body: {
      schema: editCatchBody,
      contentTypes: ['application/merge-patch+json', 'application/json'],
      example: { notes: null, bait: 'worm' },
    },
    answers: {
      200: {
        description: 'The updated catch.',
        schema: catchSchema,
        example: { ...CATCH_EXAMPLE, notes: null, bait: 'worm', version: 2 },
      },
    },
    problems: { ...OWN, 422: REJECTED },
  },
  {
    method: 'DELETE',
    path: '/v1/catches/{id}',
    tag: 'Catches',
    operationId: 'deleteCatch',
    summary: 'Delete a catch',
    description:
      'The deletion is permanent. The catch disappears from boards and records, and its `external_id` can be ' +
      'used again.',
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'The catch is deleted. Later reads return 410.' } },
    problems: { ...OWN, 409: ['resource.conflict'] },
  },
  {
    method: 'GET',
    path: '/v1/catches/{id}/history',
    tag: 'Catches',
    operationId: 'listCatchHistory',
    summary: 'List the history of a catch',
    description:
      'Changes are listed newest first. `from` and `to` are the values as they were sent, in pounds, inches ' +
      'and feet, even with `units=metric`.',
    query: catchHistoryQuery,
    answers: {
      200: {
        description: 'A page of changes.',
        schema: listOf(historySchema, 'CatchHistory'),
        example: {
          data: [
            {
              at: '2026-11-20T08:05:00.000Z',
              by: { account_id: 'acc_01h455vb4pex5vsknk084sn02q', credential_id: 'key_01h455vb4pex5vsknk084sn02q' },
              action: 'catch.updated',
              changes: [{ field: 'bait', from: 'crankbait', to: 'worm' }],
              version: 2,
            },
          ],
          total: 2,
          page: 1,
          per_page: 1,
          has_more: true,
          next_cursor: null,
        },
        headers: LINKS,
      },
    },
    problems: { ...GONE, 429: ['limit.heavy_reads'] },
  },
];
