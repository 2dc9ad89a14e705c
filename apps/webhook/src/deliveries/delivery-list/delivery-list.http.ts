import { type Caller, CurrentCaller, type ListEnvelope, pageLinks } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeliveryView } from '../delivery-view.js';
import { DeliveryListQuery, listDeliveriesQuery, type ListDeliveriesQuery } from './delivery-list.query.js';

@Controller('v1/webhooks')
export class DeliveryListHttp {
  constructor(private readonly deliveries: DeliveryListQuery) {}

  @Get(':id/deliveries')
  async listDeliveries(
    @Param('id') id: string,
    @Query({ schema: listDeliveriesQuery }) query: ListDeliveriesQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListEnvelope<DeliveryView>> {
    const page = await this.deliveries.execute(id, caller, query);
    reply.header('link', pageLinks(request.url, { total: page.total, page: page.page, perPage: page.per_page }));
    return page;
  }
}
