import { cursorPageQuery, cursorPageRules, fieldsQuery, queryFields, querySort } from '@cds/listing';
import { z } from 'zod';
import { endpointSchema } from '../endpoint-view.js';

export const readEndpointQuery = fieldsQuery(endpointSchema);

export const listEndpointsQuery = z
  .strictObject({
    ...cursorPageQuery,
    sort: querySort(['created_at']).default([{ key: 'created_at', descending: true }]),
    fields: queryFields(endpointSchema).optional(),
  })
  .check(cursorPageRules);
export type ListEndpointsQuery = z.infer<typeof listEndpointsQuery>;
