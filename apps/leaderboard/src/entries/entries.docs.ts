import { listOf, type RouteDocs } from '@cds/openapi';
import { listRankingsQuery } from './angler-rankings/angler-rankings.schemas.js';
import { rankingWithTwinsSchema } from './angler-rankings/ranking-view.js';
import { listEntriesQuery } from './entry-list/entry-list.schemas.js';
import { entryWithTwinsSchema } from './entry-list/entry-view.js';

const LINK = { Link: 'Other pages (RFC 8288).' };
const PAGE = { total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null };

const PLACE = {
  rank: 1,
  score: 8.4,
  catch_id: 'catch_01h455vb4pex5vsknk084sn02q',
  achieved_at: '2026-11-20T07:30:00.000Z',
  previous_rank: 3,
};

const UNITS =
  '`units=metric` adds the score in the metric unit under the name of that unit: `score_kg` for pounds, `score_m` ' +
  'for feet, `score_cm` for inches. Counts have none.';

export const entriesDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/leaderboards/{id}/entries',
    tag: 'Leaderboards',
    operationId: 'listLeaderboardEntries',
    summary: 'List a board’s entries by rank',
    description:
      'Ties go to the one who got there first, then to the smaller angler id, so that no two share a rank. A past ' +
      'period stays readable for ever; one in the future is empty. `total` counts from `from_rank` on. `around` with ' +
      'an angler who is not on the board is an empty list. `as_of` answers the board as it stood then, as far as the ' +
      'service knew at that time; names are those of today. ' +
      UNITS,
    query: listEntriesQuery,
    answers: {
      200: {
        description: 'A page of entries.',
        schema: listOf(entryWithTwinsSchema, 'LeaderboardEntryList'),
        example: {
          data: [
            {
              rank: PLACE.rank,
              angler: { id: 'ang_01h455vb4pex5vsknk084sn02q', name: 'Jane Doe' },
              score: PLACE.score,
              catch_id: PLACE.catch_id,
              achieved_at: PLACE.achieved_at,
              previous_rank: PLACE.previous_rank,
            },
          ],
          ...PAGE,
        },
        headers: LINK,
      },
    },
    problems: { 404: ['leaderboard.not_found'], 429: ['limit.heavy_reads'] },
  },
  {
    method: 'GET',
    path: '/v1/anglers/{id}/rankings',
    tag: 'Leaderboards',
    operationId: 'listAnglerRankings',
    summary: 'List an angler’s places on all boards',
    description:
      'One row for each board where the angler has an entry in the current period, the oldest board first. ' + UNITS,
    query: listRankingsQuery,
    answers: {
      200: {
        description: 'A page of places.',
        schema: listOf(rankingWithTwinsSchema, 'AnglerRankingList'),
        example: {
          data: [
            {
              board: {
                id: 'lb_01h455vb4pex5vsknk084sn02q',
                name: 'Heaviest Largemouth Bass, weekly',
                rule: {
                  metric: 'heaviest',
                  species_id: 'spc_01h455vb4pex5vsknk084sn02q',
                  region: null,
                  min_verification_tier: 'photo',
                  period: 'week',
                },
              },
              period: '2026-W47',
              ...PLACE,
              entry_count: 128,
            },
          ],
          ...PAGE,
        },
        headers: LINK,
      },
    },
    problems: { 404: ['angler.not_found'], 410: ['angler.erased'], 429: ['limit.heavy_reads'] },
  },
];
