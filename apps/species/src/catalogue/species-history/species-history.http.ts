import type { Caller } from '@cds/identity';
import { CurrentCaller } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SpeciesHistoryQuery } from './species-history.query.js';
import { type SpeciesChange, type SpeciesHistoryParameters, speciesHistoryQuery } from './species-history.schemas.js';

@Controller('v1/species')
export class SpeciesHistoryHttp {
  constructor(private readonly history: SpeciesHistoryQuery) {}

  @Get(':idOrSlug/history')
  async readHistory(
    @Param('idOrSlug') idOrSlug: string,
    @Query({ schema: speciesHistoryQuery }) query: SpeciesHistoryParameters,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<SpeciesChange>>> {
    const page = await this.history.execute(idOrSlug, query, caller.accountId);
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (change) => pickFields(change, query.fields));
  }
}
