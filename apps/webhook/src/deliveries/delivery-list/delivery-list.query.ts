import { type Caller, listEnvelope, type ListEnvelope, pageDepth, pageQuery } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../database.js';
import { EndpointListQuery } from '../../endpoints/endpoint-list/endpoint-list.query.js';
import { deliveryView, type DeliveryView } from '../delivery-view.js';

export const listDeliveriesQuery = z.strictObject({ ...pageQuery, status: z.enum(['pending', 'delivered', 'failed']).optional() }).check(pageDepth);
export type ListDeliveriesQuery = z.infer<typeof listDeliveriesQuery>;

@Injectable()
export class DeliveryListQuery {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointListQuery,
  ) {}

  /** What was and will be sent to one of the account's endpoints, newest first. */
  async execute(endpointId: string, caller: Caller, { page, per_page: perPage, status }: ListDeliveriesQuery): Promise<ListEnvelope<DeliveryView>> {
    await this.endpoints.one(endpointId, caller);
    const where = { endpointId, ...(status && { status }) };
    const [rows, total] = await Promise.all([
      this.database.message.findMany({
        where,
        omit: { payload: true },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: perPage,
        skip: (page - 1) * perPage,
      }),
      this.database.message.count({ where }),
    ]);
    return listEnvelope(rows.map(deliveryView), { total, page, perPage });
  }
}
