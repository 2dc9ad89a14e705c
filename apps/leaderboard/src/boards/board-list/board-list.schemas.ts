import { idSchema } from '@cds/contracts';
import { cursorPageQuery, cursorPageRules, queryFields, querySort } from '@cds/listing';
import { queryFlag, queryList } from '@cds/validation';
import { z } from 'zod';
import { metricSchema, periodKindSchema, regionSchema } from '../board-rule.schemas.js';
import { boardSchema } from '../board-view.js';

export const listBoardsQuery = z
  .strictObject({
    ...cursorPageQuery,
    metric: queryList(metricSchema).optional(),
    period: queryList(periodKindSchema).optional(),
    species_id: queryList(idSchema('species')).optional(),
    region: queryList(regionSchema).optional(),
    mine: queryFlag().optional().meta({ description: '`true`: the boards of your account alone.' }),
    sort: querySort(['name', 'created_at', 'updated_at'])
      .meta({
        description:
          'Keys to sort by, separated by commas, each once; a `-` before a key turns its order round. `name` sorts ' +
          'without case and accents. Left out: standard boards first, those of all species before others, then by ' +
          'name.',
      })
      .optional(),
    fields: queryFields(boardSchema).optional(),
  })
  .check(cursorPageRules);
export type ListBoardsQuery = z.infer<typeof listBoardsQuery>;
