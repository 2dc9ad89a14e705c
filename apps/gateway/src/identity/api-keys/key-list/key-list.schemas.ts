import { cursorPageQuery, cursorPageRules, fieldsQuery, queryFields, querySort } from '@cds/listing';
import { queryFlag, text } from '@cds/validation';
import { z } from 'zod';
import { apiKeySchema } from '../api-key-view.js';

const MAX_ID = 200;

/** What a list of keys can be sorted by; a `-` before it turns the order round. */
export const API_KEY_SORTS = ['created_at', 'name'] as const;

export const readKeyQuery = fieldsQuery(apiKeySchema);

export const listKeysQuery = z
  .strictObject({
    ...cursorPageQuery,
    account_id: text(MAX_ID).min(1).optional().meta({
      description: 'The account whose keys are listed. Defaults to your own; other accounts require the scope `admin`.',
    }),
    active: queryFlag().optional().meta({ description: 'Whether the key is neither revoked nor expired.' }),
    sort: querySort(API_KEY_SORTS).default([{ key: 'created_at', descending: true }]),
    fields: queryFields(apiKeySchema).optional(),
  })
  .check(cursorPageRules);
export type ListKeysQuery = z.infer<typeof listKeysQuery>;
