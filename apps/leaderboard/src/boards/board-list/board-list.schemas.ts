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
    mine: queryFlag().optional().meta({ description: '`true` returns only the boards of your own account.' }),
    sort: querySort(['name', 'created_at', 'updated_at'])
      .meta({
        description:
          'Sort keys, comma-separated. A `-` before a key means descending. `name` ' +
          'ignores case and accents. By default standard boards come first, those of all species before the ' +
          'others, and then by name.',
      })
      .optional(),
    fields: queryFields(boardSchema).optional(),
  })
  .check(cursorPageRules);
export type ListBoardsQuery = z.infer<typeof listBoardsQuery>;
