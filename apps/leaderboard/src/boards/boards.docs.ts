import { ENTITY_TAG, IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { readBoardQuery } from './board-detail/board-detail.http.js';
import { listBoardsQuery } from './board-list/board-list.schemas.js';
import { createBoardBody, editBoardBody } from './board-rule.schemas.js';
import { boardSchema } from './board-view.js';

const CONDITIONAL = {
  headers: {
    'If-Match':
      'An `ETag` that you received. If the name or the rule has changed since, nothing is changed and the ' +
      'response is 412.',
  },
  problems: { 412: ['request.precondition_failed'] },
} as const;

const NOT_YOURS = { 403: ['leaderboard.built_in', 'leaderboard.forbidden'], 404: ['leaderboard.not_found'] } as const;

const SPECIES_ID = 'spc_01h455vb4pex5vsknk084sn02q';

const EXAMPLE = {
  id: 'lb_01h455vb4pex5vsknk084sn02q',
  name: 'Heaviest Largemouth Bass, weekly',
  rule: { metric: 'heaviest', species_id: SPECIES_ID, region: null, min_verification_tier: 'photo', period: 'week' },
  built_in: true,
  state: 'ready',
  current_period: {
    id: '2026-W47',
    starts_at: '2026-11-16T00:00:00.000Z',
    ends_at: '2026-11-23T00:00:00.000Z',
  },
  next_reset_at: '2026-11-23T00:00:00.000Z',
  entry_count: 128,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

const OWN = {
  ...EXAMPLE,
  name: 'Texas grand slam',
  rule: {
    metric: 'species_count',
    species_id: null,
    region: 'US-TX',
    min_verification_tier: 'witnessed',
    period: 'year',
  },
  built_in: false,
  state: 'filling',
  current_period: { id: '2026', starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2027-01-01T00:00:00.000Z' },
  next_reset_at: '2027-01-01T00:00:00.000Z',
  entry_count: 0,
  created_at: '2026-11-20T07:30:00.000Z',
  updated_at: '2026-11-20T07:30:00.000Z',
};

export const boardsDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/leaderboards',
    tag: 'Leaderboards',
    operationId: 'listLeaderboards',
    summary: 'List leaderboards',
    description:
      'Standard boards rank all species by every metric, and the heaviest catches of each species: for all ' +
      'time, and by year, month and week. Boards of accounts are public too.',
    query: listBoardsQuery,
    answers: {
      200: {
        description: 'A page of boards.',
        schema: listOf(boardSchema, 'LeaderboardList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
    problems: { 429: ['limit.heavy_reads'] },
  },
  {
    method: 'POST',
    path: '/v1/leaderboards',
    tag: 'Leaderboards',
    operationId: 'createLeaderboard',
    summary: 'Create a leaderboard',
    description:
      'The board ranks all public catches by your rule, and is filled with past catches in the background. An ' +
      'account can have up to 100 boards. Give the fields of the rule beside `name` or, as boards are returned, ' +
      'under `rule`.',
    headers: IDEMPOTENT.headers,
    body: { schema: createBoardBody.either, example: { name: OWN.name, ...OWN.rule } },
    answers: {
      201: {
        description: 'The new board, which has no entries yet.',
        schema: boardSchema,
        example: OWN,
        headers: { Location: 'The URL of the board.', ...ENTITY_TAG },
      },
    },
    problems: {
      ...IDEMPOTENT.problems,
      410: ['account.deleted'],
      422: ['species.unknown', 'leaderboard.limit', ...IDEMPOTENT.problems[422]],
    },
  },
  {
    method: 'GET',
    path: '/v1/leaderboards/{id}',
    tag: 'Leaderboards',
    operationId: 'getLeaderboard',
    summary: 'Read a leaderboard',
    description: 'Returns the rule, the period and the number of entries, which `/v1/leaderboards/{id}/entries` lists.',
    query: readBoardQuery,
    answers: {
      200: {
        description: 'The board, or only the requested fields.',
        schema: boardSchema,
        example: EXAMPLE,
      },
    },
    problems: { 404: ['leaderboard.not_found'] },
  },
  {
    method: 'PATCH',
    path: '/v1/leaderboards/{id}',
    tag: 'Leaderboards',
    operationId: 'updateLeaderboard',
    summary: 'Edit a leaderboard',
    description:
      'The body is a JSON merge patch (RFC 7396) with the fields of the rule beside `name`, or under `rule`. A ' +
      'changed rule is applied in the background: until `state` is `ready`, the board shows the entries of its ' +
      'previous rule.',
    headers: CONDITIONAL.headers,
    body: {
      schema: editBoardBody.either,
      contentTypes: ['application/merge-patch+json', 'application/json'],
      example: { name: null, region: 'US-LA' },
    },
    answers: {
      200: {
        description: 'The updated board.',
        schema: boardSchema,
        example: {
          ...OWN,
          name: 'Most species in US-LA, witnessed, yearly',
          rule: { ...OWN.rule, region: 'US-LA' },
          entry_count: 56,
        },
      },
    },
    problems: { ...NOT_YOURS, 422: ['species.unknown'], ...CONDITIONAL.problems },
  },
  {
    method: 'DELETE',
    path: '/v1/leaderboards/{id}',
    tag: 'Leaderboards',
    operationId: 'deleteLeaderboard',
    summary: 'Delete a leaderboard',
    description: 'Its past periods are deleted too.',
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'The board is deleted.' } },
    problems: { ...NOT_YOURS, ...CONDITIONAL.problems },
  },
];
