import type { Caller } from '@cds/identity';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeliveryView } from '../delivery-view.js';
import { AccountDeliveriesQuery } from './account-deliveries.query.js';
import { listAccountDeliveriesQuery, type ListAccountDeliveriesQuery } from './delivery-list.schemas.js';

@Controller('v1/webhook-deliveries')
export class AccountDeliveriesHttp {
  constructor(private readonly deliveries: AccountDeliveriesQuery) {}

  @Get()
  async list(
    @Query({ schema: listAccountDeliveriesQuery }) query: ListAccountDeliveriesQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<DeliveryView>>> {
    const page = await this.deliveries.execute(caller, query, callerGoneSignal(reply));
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }
}
