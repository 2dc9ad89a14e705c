import { listOf, type RouteDocs } from '@cds/openapi';
import { listRankingsQuery } from './angler-rankings/angler-rankings.schemas.js';
import { rankingWithTwinsSchema } from './angler-rankings/ranking-view.js';
import { listEntriesQuery } from './entry-list/entry-list.schemas.js';
import { entryWithTwinsSchema } from './entry-list/entry-view.js';

const LINK = { Link: 'Links to other pages (RFC 8288).' };
const PAGE = { total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null };

const PLACE = {
  rank: 1,
  score: 8.4,
  catch_id: 'catch_01h455vb4pex5vsknk084sn02q',
  achieved_at: '2026-11-20T07:30:00.000Z',
  previous_rank: 3,
};

const UNITS = '`units=metric` adds `score_kg`, `score_m` or `score_cm`, and nothing to a count.';

export const entriesDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/leaderboards/{id}/entries',
    tag: 'Leaderboards',
    operationId: 'listLeaderboardEntries',
    summary: 'List the entries of a leaderboard',
    description:
      'Entries are listed by rank. Ties are broken by the earlier achievement, then the smaller angler id, so ' +
      'no two entries share a rank. Past periods remain readable forever; a future period is empty. `total` counts ' +
      'the entries from `from_rank` on. With `around`, the list is empty if the angler is not on the board. `as_of` ' +
      'returns the board as the service knew it then, with the current names of anglers; the last 20 former ' +
      'rules are kept. ' +
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
    summary: 'List the rankings of an angler',
    description:
      'Returns one item for each board on which the angler has an entry in the current period, oldest board first. ' +
      UNITS,
    query: listRankingsQuery,
    answers: {
      200: {
        description: 'A page of rankings.',
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
