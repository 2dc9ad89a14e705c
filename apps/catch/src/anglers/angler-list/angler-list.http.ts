import { type Caller, CurrentCaller, type ListEnvelope, pageLinks } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnglerView } from '../angler-view.js';
import { AnglerListQuery } from './angler-list.query.js';
import { listAnglersQuery, type ListAnglersQuery } from './angler-list.schemas.js';
import { ReadAnglerQuery } from './read-angler.query.js';

@Controller('v1/anglers')
export class AnglerListHttp {
  constructor(
    private readonly list: AnglerListQuery,
    private readonly one: ReadAnglerQuery,
  ) {}

  @Get()
  async listAnglers(
    @Query({ schema: listAnglersQuery }) query: ListAnglersQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListEnvelope<AnglerView>> {
    const page = await this.list.execute(query, caller.accountId);
    reply.header('link', pageLinks(request.url, { total: page.total, page: page.page, perPage: page.per_page }));
    return page;
  }

  @Get(':id')
  readAngler(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<AnglerView> {
    return this.one.execute(id, caller.accountId);
  }
}
