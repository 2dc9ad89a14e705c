import { cursorPageQuery, cursorPageRules, queryFields, querySort } from '@cds/listing';
import { text } from '@cds/validation';
import { z } from 'zod';

const MAX_ID = 200;

/** The query of a list of what an account has, whose items are of this schema. */
export const accountListQuery = (item: z.ZodObject) =>
  z
    .strictObject({
      ...cursorPageQuery,
      account_id: text(MAX_ID).min(1).optional().meta({
        description: 'Only items of this account. Defaults to your own; other accounts require the scope `admin`.',
      }),
      sort: querySort(['created_at']).default([{ key: 'created_at', descending: true }]),
      fields: queryFields(item).optional(),
    })
    .check(cursorPageRules);
export type AccountListQuery = z.infer<ReturnType<typeof accountListQuery>>;
