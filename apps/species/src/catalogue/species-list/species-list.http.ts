import { type ListEnvelope, pageLinks } from '@cds/service-kit';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SpeciesView } from '../species-view.js';
import { SpeciesListQuery } from './species-list.query.js';
import { listSpeciesQuery, type ListSpeciesQuery } from './species-list.schemas.js';

@Controller('v1/species')
export class SpeciesListHttp {
  constructor(private readonly list: SpeciesListQuery) {}

  @Get()
  async listSpecies(
    @Query({ schema: listSpeciesQuery }) query: ListSpeciesQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListEnvelope<SpeciesView>> {
    const page = await this.list.execute(query);
    reply.header('link', pageLinks(request.url, { total: page.total, page: page.page, perPage: page.per_page }));
    return page;
  }
}
