import { type CursorEnvelope, cursorPageLinks, mapPage } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { presentRecord } from '../record-presentation.js';
import type { RecordView } from '../record-view.js';
import { RecordListQuery } from './record-list.query.js';
import { listRecordsQuery, type ListRecordsQuery } from './record-list.schemas.js';

@Controller('v1/species')
export class RecordListHttp {
  constructor(private readonly list: RecordListQuery) {}

  @Get(':idOrSlug/records')
  async listRecords(
    @Param('idOrSlug') idOrSlug: string,
    @Query({ schema: listRecordsQuery }) query: ListRecordsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<RecordView>>> {
    const page = await this.list.execute(idOrSlug, query);
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => presentRecord(view, query));
  }
}
