import type { Caller } from '@cds/identity';
import { type CursorEnvelope, cursorPageLinks, mapPage } from '@cds/listing';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EntryListQuery } from './entry-list.query.js';
import { listEntriesQuery, type ListEntriesQuery } from './entry-list.schemas.js';
import { type PresentedEntry, presentEntry } from './entry-view.js';

@Controller('v1/leaderboards')
export class EntryListHttp {
  constructor(private readonly list: EntryListQuery) {}

  @Get(':id/entries')
  async listEntries(
    @Param('id') id: string,
    @Query({ schema: listEntriesQuery }) query: ListEntriesQuery,
    @CurrentCaller() { accountId }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<PresentedEntry>> {
    const { page, metric } = await this.list.execute(id, query, { accountId, gone: callerGoneSignal(reply) });
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => presentEntry(view, metric, query));
  }
}
