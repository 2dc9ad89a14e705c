import { idSchema } from '@cds/contracts';
import { cursorPageQuery, cursorPageRules, queryNames, queryUnits, SCORE_TWINS } from '@cds/listing';
import { queryList } from '@cds/validation';
import { z } from 'zod';
import { periodKindSchema } from '../../boards/board-rule.schemas.js';
import { rankingSchema } from './ranking-view.js';

export const listRankingsQuery = z
  .strictObject({
    ...cursorPageQuery,
    period: queryList(periodKindSchema)
      .optional()
      .meta({ description: 'Only boards with these periods. The rank is always that of the current period.' }),
    leaderboard_id: queryList(idSchema('leaderboard')).optional(),
    fields: queryNames([...Object.keys(rankingSchema.shape), ...SCORE_TWINS]).optional(),
    units: queryUnits,
  })
  .check(cursorPageRules);
export type ListRankingsQuery = z.infer<typeof listRankingsQuery>;
