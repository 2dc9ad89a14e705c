import type { Caller } from '@cds/identity';
import { type CursorEnvelope, cursorPageLinks, mapPage } from '@cds/listing';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnglerRankingsQuery } from './angler-rankings.query.js';
import { listRankingsQuery, type ListRankingsQuery } from './angler-rankings.schemas.js';
import { type PresentedRanking, presentRanking } from './ranking-view.js';

@Controller('v1/anglers')
export class AnglerRankingsHttp {
  constructor(private readonly rankings: AnglerRankingsQuery) {}

  @Get(':id/rankings')
  async listRankings(
    @Param('id') id: string,
    @Query({ schema: listRankingsQuery }) query: ListRankingsQuery,
    @CurrentCaller() { accountId }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<PresentedRanking>> {
    const page = await this.rankings.execute(id, query, { accountId, gone: callerGoneSignal(reply) });
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => presentRanking(view, query));
  }
}
