import { cursorPageQuery, cursorPageRules, fieldsQuery, queryFields, querySort } from '@cds/listing';
import { queryList } from '@cds/validation';
import { z } from 'zod';
import { deliverySchema, deliveryWithAttemptsSchema } from '../delivery-view.js';

export const readDeliveryQuery = fieldsQuery(deliveryWithAttemptsSchema);

export const listDeliveriesQuery = z
  .strictObject({
    ...cursorPageQuery,
    status: queryList(z.enum(['pending', 'delivered', 'failed'])).optional(),
    sort: querySort(['created_at']).default([{ key: 'created_at', descending: true }]),
    fields: queryFields(deliverySchema).optional(),
  })
  .check(cursorPageRules);
export type ListDeliveriesQuery = z.infer<typeof listDeliveriesQuery>;
