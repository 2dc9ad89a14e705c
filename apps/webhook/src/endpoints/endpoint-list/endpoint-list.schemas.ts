import { cursorPageQuery, cursorPageRules, fieldsQuery, queryFields, querySort } from '@cds/listing';
import { queryList } from '@cds/validation';
import { z } from 'zod';
import { endpointSchema } from '../endpoint-view.js';
import { ENDPOINT_STATUSES } from '../settings/endpoint-settings.js';

export const readEndpointQuery = fieldsQuery(endpointSchema);

export const listEndpointsQuery = z
  .strictObject({
    ...cursorPageQuery,
    status: queryList(z.enum(ENDPOINT_STATUSES)).optional(),
    sort: querySort(['created_at', 'updated_at']).default([{ key: 'created_at', descending: true }]),
    fields: queryFields(endpointSchema).optional(),
  })
  .check(cursorPageRules);
export type ListEndpointsQuery = z.infer<typeof listEndpointsQuery>;
