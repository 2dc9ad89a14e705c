import type { Caller } from '@cds/identity';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageTurnsInterceptor } from '../../../page-turns/page-turns.interceptor.js';
import type { CatchHistoryEntry } from './catch-history.projection.js';
import { CatchHistoryQuery } from './catch-history.query.js';
import { type CatchHistoryParameters, catchHistoryQuery } from './catch-history.schemas.js';

@Controller('v1/catches')
export class CatchHistoryHttp {
  constructor(private readonly history: CatchHistoryQuery) {}

  @Get(':id/history')
  @UseInterceptors(PageTurnsInterceptor)
  async readHistory(
    @Param('id') id: string,
    @Query({ schema: catchHistoryQuery }) query: CatchHistoryParameters,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<CatchHistoryEntry>>> {
    const page = await this.history.execute(id, query, caller.accountId, callerGoneSignal(reply));
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (entry) => pickFields(entry, query.fields));
  }
}
