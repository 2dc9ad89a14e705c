import { idSchema } from '@cds/contracts';
import { cursorPageQuery, cursorPageRules, fieldsQuery, queryFields, querySort } from '@cds/listing';
import { instantText, queryList } from '@cds/validation';
import { z } from 'zod';
import { WEBHOOK_EVENT_TYPES } from '../../endpoints/event-types.js';
import { deliverySchema, deliveryWithAttemptsSchema } from '../delivery-view.js';

const instant = instantText().meta({ description: 'A time in ISO 8601 with `Z` or an offset.' });

export const readDeliveryQuery = fieldsQuery(deliveryWithAttemptsSchema);

const filters = {
  status: queryList(z.enum(['pending', 'delivered', 'failed'])).optional(),
  type: queryList(z.enum(WEBHOOK_EVENT_TYPES)).optional(),
  event_id: queryList(idSchema('event')).optional(),
  created_after: instant.optional(),
  created_before: instant.optional(),
};

const list = {
  ...cursorPageQuery,
  ...filters,
  sort: querySort(['created_at']).default([{ key: 'created_at', descending: true }]),
  fields: queryFields(deliverySchema).optional(),
};

export const listDeliveriesQuery = z.strictObject(list).check(cursorPageRules);
export type ListDeliveriesQuery = z.infer<typeof listDeliveriesQuery>;

export type DeliveryFilters = Pick<ListDeliveriesQuery, keyof typeof filters>;

export const listAccountDeliveriesQuery = z
  .strictObject({ ...list, endpoint_id: queryList(idSchema('webhookEndpoint')).optional() })
  .check(cursorPageRules);
export type ListAccountDeliveriesQuery = z.infer<typeof listAccountDeliveriesQuery>;
