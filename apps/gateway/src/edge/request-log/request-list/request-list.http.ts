import { type CursorEnvelope, cursorPageLinks, mapPage, pickFields } from '@cds/listing';
import { callerGoneSignal } from '@cds/service-kit';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal } from '../../../identity/principals/current-principal.decorator.js';
import type { Principal } from '../../../identity/principals/principal.js';
import { RequestListQuery } from './request-list.query.js';
import { listRequestsQuery, type ListRequestsQuery, type RequestLogEntryView } from './request-list.schemas.js';

@Controller('v1/request-log')
export class RequestListHttp {
  constructor(private readonly requests: RequestListQuery) {}

  @Get()
  async list(
    @Query({ schema: listRequestsQuery }) query: ListRequestsQuery,
    @CurrentPrincipal() { accountId }: Principal,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<RequestLogEntryView>>> {
    const page = await this.requests.execute(accountId, query, callerGoneSignal(reply));
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (entry) => pickFields(entry, query.fields));
  }
}
