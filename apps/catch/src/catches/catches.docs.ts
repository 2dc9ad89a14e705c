import { listOf, type RouteDocs } from '@cds/openapi';
import { CONDITIONAL, IDEMPOTENT } from '../common.docs.js';
import { CATCH_BODY_EXAMPLE, CATCH_EXAMPLE } from './catch.examples.js';
import { catchHistoryQuery, historySchema } from './read/catch-history/catch-history.schemas.js';
import { listCatchesParameters, readCatchQuery } from './read/catch-list/catch-list.schemas.js';
import { catchSchema, deletedCatchSchema, expandedCatchSchema } from './read/catch.schema.js';
import { editCatchBody, logCatchBody, replaceCatchBody } from './rules/catch-schemas.js';

const ETAG = { ETag: 'Of this state of the catch; goes into `If-Match` and `If-None-Match`.' };
const LINKS = { Link: 'Other pages (RFC 8288).' };
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
      'Filters repeat for OR and differ for AND. Pages reach 10,000 rows deep; `next_cursor` goes on ' +
      'from any page. For everybody but the owner filters, search and sort work on what the answer ' +
      'shows: rounded places, no place names. `updated_since` with `include_deleted=true` is a complete ' +
      'delta sync.',
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
      '`species` is an id, a scientific name, a common name or an alias, in any case. `caught_at` is ' +
      'now and `angler_id` your own angler where they are left out.',
    headers: IDEMPOTENT.headers,
    body: { schema: logCatchBody, example: CATCH_BODY_EXAMPLE },
    answers: {
      201: {
        description: 'The catch.',
        schema: catchSchema,
        example: CATCH_EXAMPLE,
        headers: { Location: 'Where the catch is read.', ...ETAG },
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
    description: '`as_of` answers it as it stood then.',
    query: readCatchQuery,
    answers: {
      200: {
        description: 'The catch, or the fields that were asked for.',
        schema: catchSchema,
        alternatives: { ExpandedCatch: expandedCatchSchema },
        example: CATCH_EXAMPLE,
        headers: ETAG,
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
      '`caught_at` and `angler_id` stay where they are left out; every other field that is left out is emptied.',
    headers: CONDITIONAL.headers,
    body: { schema: replaceCatchBody, example: CATCH_BODY_EXAMPLE },
    answers: {
      200: {
        description: 'The catch as it is then.',
        schema: catchSchema,
        example: { ...CATCH_EXAMPLE, version: 2 },
        headers: ETAG,
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
      'A JSON merge patch (RFC 7396): null empties. What was verified goes back to `unverified` when ' +
      'species, angler, region, time or a measure changes.',
    headers: CONDITIONAL.headers,
    body: {
      schema: editCatchBody,
      contentTypes: ['application/merge-patch+json', 'application/json'],
      example: { notes: null, bait: 'worm' },
    },
    answers: {
      200: {
        description: 'The catch as it is then.',
        schema: catchSchema,
        example: { ...CATCH_EXAMPLE, notes: null, bait: 'worm', version: 2 },
        headers: ETAG,
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
    description: 'For good: it leaves boards and records, and its `external_id` is free again.',
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'It is deleted; later reads are a 410.' } },
    problems: { ...OWN, 409: ['resource.conflict'] },
  },
  {
    method: 'GET',
    path: '/v1/catches/{id}/history',
    tag: 'Catches',
    operationId: 'listCatchHistory',
    summary: 'List every change of a catch, newest first',
    description: '`from` and `to` are as they were sent, in pounds, inches and feet, with `units=metric` too.',
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
