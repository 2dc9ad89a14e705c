import { cursorPageQuery, cursorPageRules, queryFields, queryUnits } from '@cds/listing';
import { queryInt } from '@cds/validation';
import { z } from 'zod';
import { entrySchema } from './entry-view.js';

const LAST_RANK = 2_147_483_647;

export const listEntriesQuery = z
  .strictObject({
    ...cursorPageQuery,
    period: z.literal('all', 'this board is of all time: its one period is all').default('all'),
    from_rank: queryInt(z.int().min(1).max(LAST_RANK)).default(1),
    fields: queryFields(entrySchema).optional(),
    units: queryUnits,
  })
  .check(cursorPageRules);
export type ListEntriesQuery = z.infer<typeof listEntriesQuery>;
