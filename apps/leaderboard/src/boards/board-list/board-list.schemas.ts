import { idSchema } from '@cds/contracts';
import { cursorPageQuery, cursorPageRules, queryFields } from '@cds/listing';
import { queryList } from '@cds/validation';
import { z } from 'zod';
import { boardSchema } from '../board-view.js';

const METRICS = ['heaviest', 'deepest', 'longest', 'total_weight', 'catch_count', 'species_count'] as const;
const PERIODS = ['all_time', 'year', 'month', 'week'] as const;

const regionSchema = z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'must be an ISO 3166-2 code such as US-TX');

export const listBoardsQuery = z
  .strictObject({
    ...cursorPageQuery,
    metric: queryList(z.enum(METRICS)).optional(),
    period: queryList(z.enum(PERIODS)).optional(),
    species_id: queryList(idSchema('species')).optional(),
    region: queryList(regionSchema).optional(),
    fields: queryFields(boardSchema).optional(),
  })
  .check(cursorPageRules);
export type ListBoardsQuery = z.infer<typeof listBoardsQuery>;
