import { pageDepth, pageQuery, queryInt } from '@cds/service-kit';
import { z } from 'zod';

const LAST_RANK = 2_147_483_647;

export const listEntriesQuery = z
  .strictObject({
    ...pageQuery,
    period: z.literal('all', 'this board is of all time: its one period is all').default('all'),
    from_rank: queryInt(z.int().min(1).max(LAST_RANK)).default(1),
  })
  .check(pageDepth);
export type ListEntriesQuery = z.infer<typeof listEntriesQuery>;
