import { type Caller, CurrentCaller, type ListEnvelope, pageLinks } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CatchView } from '../catch-view.js';
import { CatchListQuery } from './catch-list.query.js';
import { listCatchesQuery, type ListCatchesQuery } from './catch-list.schemas.js';
import { ReadCatchQuery } from './read-catch.query.js';

@Controller('v1/catches')
export class CatchListHttp {
  constructor(
    private readonly list: CatchListQuery,
    private readonly one: ReadCatchQuery,
  ) {}

  @Get()
  async listCatches(
    @Query({ schema: listCatchesQuery }) query: ListCatchesQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListEnvelope<CatchView>> {
    const page = await this.list.execute(query, caller.accountId);
    reply.header('link', pageLinks(request.url, { total: page.total, page: page.page, perPage: page.per_page }));
    return page;
  }

  @Get(':id')
  readCatch(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<CatchView> {
    return this.one.execute(id, caller.accountId);
  }
}
