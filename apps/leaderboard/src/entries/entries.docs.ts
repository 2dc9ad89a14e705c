import { listOf, type RouteDocs } from '@cds/openapi';
import { listEntriesQuery } from './entry-list/entry-list.schemas.js';
import { entrySchema } from './entry-list/entry-view.js';

export const entriesDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/leaderboards/{id}/entries',
    tag: 'Leaderboards',
    summary: 'List a board’s entries by rank',
    description: 'Ties go to the one who got there first, then to the smaller angler id, so that no two share a rank.',
    query: listEntriesQuery,
    answers: {
      200: {
        description: 'A page of entries.',
        schema: listOf(entrySchema.partial(), 'LeaderboardEntryList'),
        example: {
          data: [
            {
              rank: 1,
              angler: { id: 'ang_01h455vb4pex5vsknk084sn02q', name: 'Jane Doe' },
              score: 8.4,
              catch_id: 'catch_01h455vb4pex5vsknk084sn02q',
              achieved_at: '2026-11-20T07:30:00.000Z',
              previous_rank: 3,
            },
          ],
          total: 1,
          page: 1,
          per_page: 25,
          has_more: false,
          next_cursor: null,
        },
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
    problems: { 404: ['leaderboard.not_found'] },
  },
];
