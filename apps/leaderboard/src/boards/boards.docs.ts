import { listOf, type RouteDocs } from '@cds/openapi';
import { readBoardQuery } from './board-detail/board-detail.http.js';
import { listBoardsQuery } from './board-list/board-list.schemas.js';
import { boardSchema } from './board-view.js';

const EXAMPLE = {
  id: 'lb_01h455vb4pex5vsknk084sn02q',
  name: 'Heaviest Largemouth Bass, all time',
  rule: {
    metric: 'heaviest',
    species_id: 'spc_01h455vb4pex5vsknk084sn02q',
    region: null,
    min_verification_tier: 'photo',
    period: 'all_time',
  },
  current_period: { id: 'all', starts_at: null, ends_at: null },
  next_reset_at: null,
  entry_count: 128,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

export const boardsDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/leaderboards',
    tag: 'Leaderboards',
    summary: 'List the boards there are',
    query: listBoardsQuery,
    answers: {
      200: {
        description: 'A page of boards.',
        schema: listOf(boardSchema.partial(), 'LeaderboardList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
  },
  {
    method: 'GET',
    path: '/v1/leaderboards/{id}',
    tag: 'Leaderboards',
    summary: 'Read a board: its rule, its period, how many are on it',
    query: readBoardQuery,
    answers: {
      200: {
        description: 'The board, or the fields that were asked for.',
        schema: boardSchema.partial(),
        example: EXAMPLE,
      },
    },
    problems: { 404: ['leaderboard.not_found'] },
  },
];
