import type { Caller } from '@cds/identity';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeliveryView } from '../delivery-view.js';
import { DeliveryListQuery } from './delivery-list.query.js';
import { listDeliveriesQuery, type ListDeliveriesQuery } from './delivery-list.schemas.js';

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
  ): Promise<CursorEnvelope<Partial<DeliveryView>>> {
    const page = await this.deliveries.execute(id, caller, query, callerGoneSignal(reply));
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }
}
