import { type ListEnvelope, pageLinks } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EntryListQuery, type EntryView } from './entry-list.query.js';
import { listEntriesQuery, type ListEntriesQuery } from './entry-list.schemas.js';

@Controller('v1/leaderboards')
export class EntryListHttp {
  constructor(private readonly list: EntryListQuery) {}

  @Get(':id/entries')
  async listEntries(
    @Param('id') id: string,
    @Query({ schema: listEntriesQuery }) query: ListEntriesQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListEnvelope<EntryView>> {
    const page = await this.list.execute(id, query);
    reply.header('link', pageLinks(request.url, { total: page.total, page: page.page, perPage: page.per_page }));
    return page;
  }
}
