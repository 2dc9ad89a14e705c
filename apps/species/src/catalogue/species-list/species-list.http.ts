import type { Caller } from '@cds/identity';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks, mapPage } from '@cds/listing';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { presentSpecies } from '../species-presentation.js';
import type { SpeciesView } from '../species-view.js';
import { SpeciesListQuery } from './species-list.query.js';
import { listSpeciesQuery, type ListSpeciesQuery } from './species-list.schemas.js';

@Controller('v1/species')
export class SpeciesListHttp {
  constructor(private readonly list: SpeciesListQuery) {}

  @Get()
  async listSpecies(
    @Query({ schema: listSpeciesQuery }) query: ListSpeciesQuery,
    @CurrentCaller() { accountId }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<SpeciesView>>> {
    const page = await this.list.execute(query, { accountId, gone: callerGoneSignal(reply) });
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => presentSpecies(view, query));
  }
}
