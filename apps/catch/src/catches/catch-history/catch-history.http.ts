import { type Caller, CurrentCaller, type ListEnvelope, pageLinks } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CatchHistoryEntry } from './catch-history.projection.js';
import { CatchHistoryQuery } from './catch-history.query.js';
import { type CatchHistoryParameters, catchHistoryQuery } from './catch-history.schemas.js';

@Controller('v1/catches')
export class CatchHistoryHttp {
  constructor(private readonly history: CatchHistoryQuery) {}

  @Get(':id/history')
  async readHistory(
    @Param('id') id: string,
    @Query({ schema: catchHistoryQuery }) query: CatchHistoryParameters,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListEnvelope<CatchHistoryEntry>> {
    const page = await this.history.execute(id, query, caller.accountId);
    reply.header('link', pageLinks(request.url, { total: page.total, page: page.page, perPage: page.per_page }));
    return page;
  }
}
