import { type Caller, CurrentCaller, type ListEnvelope, pageLinks } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImportView } from '../import-view.js';
import { ImportQuery, type RejectedRow } from './import.query.js';
import { listRejectedQuery, type ListRejectedQuery } from './import.schemas.js';

@Controller('v1/imports')
export class ImportHttp {
  constructor(private readonly imports: ImportQuery) {}

  @Get(':id')
  readImport(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ImportView> {
    return this.imports.one(id, caller);
  }

  @Get(':id/rejected')
  async listRejected(
    @Param('id') id: string,
    @Query({ schema: listRejectedQuery }) query: ListRejectedQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListEnvelope<RejectedRow>> {
    const page = await this.imports.rejected(id, query, caller);
    reply.header('link', pageLinks(request.url, { total: page.total, page: page.page, perPage: page.per_page }));
    return page;
  }
}
