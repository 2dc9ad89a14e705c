import { type CursorEnvelope, cursorPageLinks, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EntryListQuery } from './entry-list.query.js';
import { listEntriesQuery, type ListEntriesQuery } from './entry-list.schemas.js';
import type { EntryView } from './entry-view.js';

@Controller('v1/leaderboards')
export class EntryListHttp {
  constructor(private readonly list: EntryListQuery) {}

  @Get(':id/entries')
  async listEntries(
    @Param('id') id: string,
    @Query({ schema: listEntriesQuery }) query: ListEntriesQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<EntryView>>> {
    const page = await this.list.execute(id, query);
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }
}
