import { cursorPageQuery, cursorPageRules, queryFields, querySort } from '@cds/listing';
import { z } from 'zod';

/** The query of a list of what an account has, whose items are of this schema. */
export const accountListQuery = (item: z.ZodObject) =>
  z
    .strictObject({
      ...cursorPageQuery,
      sort: querySort(['created_at']).default([{ key: 'created_at', descending: true }]),
      fields: queryFields(item).optional(),
    })
    .check(cursorPageRules);
export type AccountListQuery = z.infer<ReturnType<typeof accountListQuery>>;
