import { isOneOf, type SqlValues } from '@cds/postgres';
import type { DeliveryFilters } from './delivery-list.schemas.js';

/** The conditions on a message that a query asks for. */
export const deliveryFilters = (query: DeliveryFilters, values: SqlValues): string[] => [
  ...(query.status ? [isOneOf('status', query.status, values)] : []),
  ...(query.type ? [isOneOf('type', query.type, values)] : []),
  ...(query.event_id ? [isOneOf('event_id', query.event_id, values)] : []),
  ...(query.created_after ? [`created_at >= ${values.add(query.created_after)}::timestamptz`] : []),
  ...(query.created_before ? [`created_at < ${values.add(query.created_before)}::timestamptz`] : []),
];
