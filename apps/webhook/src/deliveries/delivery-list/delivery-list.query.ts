import { HeavyReads, orderOf, READ_POOL } from '@cds/postgres';
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
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly reads: HeavyReads,
    private readonly endpoints: EndpointListQuery,
    private readonly cursors: Cursors,
  ) {}

  /**
   * What was and will be sent to one of the account's endpoints, millions of messages where there is much to tell. To
   * count them, or to find those of a type, is a heavy read.
   */
  async execute(
    endpointId: string,
    caller: Caller,
    query: ListDeliveriesQuery,
    gone: AbortSignal | undefined,
  ): Promise<CursorEnvelope<DeliveryView>> {
    await this.endpoints.one(endpointId, caller);
    const heavy = this.reads.for(caller.accountId, gone);
    const page = await tablePage<DeliveryRow>(
      query.type ? heavy : this.pool,
      this.cursors,
      listScope(`webhooks/${endpointId}/deliveries`, caller.accountId, query),
      query,
      {
        table: 'webhook_messages',
        columns: DELIVERY_COLUMNS,
        order: orderOf(query.sort),
        counter: heavy,
        terms: (values) => [`endpoint_id = ${values.add(endpointId)}`, ...deliveryFilters(query, values)],
      },
    );
    return mapPage(page, deliveryView);
  }
}
