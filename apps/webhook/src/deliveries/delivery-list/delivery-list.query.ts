import { orderOf, POOL } from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { type CursorEnvelope, Cursors, listScope, mapPage, tablePage } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { EndpointListQuery } from '../../endpoints/endpoint-list/endpoint-list.query.js';
import { DELIVERY_COLUMNS, type DeliveryRow, deliveryView, type DeliveryView } from '../delivery-view.js';
import { deliveryFilters } from './delivery-filters.js';
import type { ListDeliveriesQuery } from './delivery-list.schemas.js';

@Injectable()
export class DeliveryListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly endpoints: EndpointListQuery,
    private readonly cursors: Cursors,
  ) {}

  /** What was and will be sent to one of the account's endpoints. */
  async execute(endpointId: string, caller: Caller, query: ListDeliveriesQuery): Promise<CursorEnvelope<DeliveryView>> {
    await this.endpoints.one(endpointId, caller);
    const page = await tablePage<DeliveryRow>(
      this.pool,
      this.cursors,
      listScope(`webhooks/${endpointId}/deliveries`, caller.accountId, query),
      query,
      {
        table: 'webhook_messages',
        columns: DELIVERY_COLUMNS,
        order: orderOf(query.sort),
        terms: (values) => [`endpoint_id = ${values.add(endpointId)}`, ...deliveryFilters(query, values)],
      },
    );
    return mapPage(page, deliveryView);
  }
}
