import { HeavyReads, READ_POOL } from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { type CursorEnvelope, Cursors, listScope } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { EndpointListQuery } from '../../endpoints/endpoint-list/endpoint-list.query.js';
import type { DeliveryView } from '../delivery-view.js';
import { FailedMessages } from '../failed/failed-messages.js';
import { deliveryPage } from './delivery-page.js';
import type { ListDeliveriesQuery } from './delivery-list.schemas.js';
import { isBounded } from './delivery-rows.sql.js';

@Injectable()
export class DeliveryListQuery {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly reads: HeavyReads,
    private readonly endpoints: EndpointListQuery,
    private readonly failed: FailedMessages,
    private readonly cursors: Cursors,
  ) {}

  /**
   * What was and will be sent to one of the account's endpoints, millions of messages where there is much to tell. To
   * count them, or to find those of a type or with another status than `failed`, is a heavy read.
   */
  async execute(
    endpointId: string,
    caller: Caller,
    query: ListDeliveriesQuery,
    gone: AbortSignal | undefined,
  ): Promise<CursorEnvelope<DeliveryView>> {
    await this.endpoints.one(endpointId, caller);
    const heavy = this.reads.for(caller.accountId, gone);
    const listed = { endpoints: [endpointId], query, hasFailed: await this.failed.areComplete() };
    const scope = listScope(`webhooks/${endpointId}/deliveries`, caller.accountId, query);
    return deliveryPage(this.cursors, scope, listed, { rows: isBounded(listed) ? this.pool : heavy, total: heavy });
  }
}
