import type { Caller } from '@cds/identity';
import { type CursorEnvelope, cursorPageLinks, mapPage, pickFields } from '@cds/listing';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExportView } from '../export-view.js';
import { ExportQuery } from './export.query.js';
import { listExportsQuery, type ListExportsQuery } from './export.schemas.js';

@Controller('v1/exports')
export class ExportHttp {
  constructor(private readonly exports: ExportQuery) {}

  @Get()
  async listExports(
    @Query({ schema: listExportsQuery }) query: ListExportsQuery,
    @CurrentCaller() { accountId }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<ExportView>>> {
    const page = await this.exports.list(query, { accountId, gone: callerGoneSignal(reply) });
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }

  @Get(':id')
  readExport(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ExportView> {
    return this.exports.one(id, caller);
  }
}
