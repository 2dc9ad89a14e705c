import { cursorPageQuery, cursorPageRules, fieldsQuery, queryFields, querySort } from '@cds/listing';
import { queryList, text } from '@cds/validation';
import { z } from 'zod';
import { accountSchema } from '../account-view.js';

const MAX_TEXT = 254;

/** What a list of accounts can be sorted by; a `-` before it turns the order round. */
export const ACCOUNT_SORTS = ['created_at', 'updated_at', 'name'] as const;

export const readAccountQuery = fieldsQuery(accountSchema);

export const listAccountsQuery = z
  .strictObject({
    ...cursorPageQuery,
    email: queryList(text(MAX_TEXT).min(1))
      .optional()
      .meta({ description: 'The complete e-mail address, compared case-insensitively.' }),
    q: text(MAX_TEXT)
      .min(1)
      .optional()
      .meta({ description: 'Words to search for. All of them must match the name or the e-mail address.' }),
    sort: querySort(ACCOUNT_SORTS).default([{ key: 'created_at', descending: true }]),
    fields: queryFields(accountSchema).optional(),
  })
  .check(cursorPageRules);
export type ListAccountsQuery = z.infer<typeof listAccountsQuery>;
