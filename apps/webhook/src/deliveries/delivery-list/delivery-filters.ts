import { isOneOf, type SqlValues } from '@cds/postgres';
import type { DeliveryFilters } from './delivery-list.schemas.js';

/** The conditions on a message but the one on its status, for a relation that goes by the name of `listed`. */
export const deliveryFilters = (query: DeliveryFilters, values: SqlValues): string[] => [
  ...(query.type ? [isOneOf('listed.type', query.type, values)] : []),
  ...(query.event_id ? [isOneOf('listed.event_id', query.event_id, values)] : []),
  ...(query.created_after ? [`listed.created_at >= ${values.add(query.created_after)}::timestamptz`] : []),
  ...(query.created_before ? [`listed.created_at < ${values.add(query.created_before)}::timestamptz`] : []),
];
