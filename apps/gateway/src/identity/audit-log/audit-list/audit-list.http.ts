import { type CursorEnvelope, cursorPageLinks, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditListQuery } from './audit-list.query.js';
import { type AuditEntryView, listAuditQuery, type ListAuditQuery } from './audit-list.schemas.js';

@Controller('v1/audit-log')
export class AuditListHttp {
  constructor(private readonly entries: AuditListQuery) {}

  @Get()
  async list(
    @Query({ schema: listAuditQuery }) query: ListAuditQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<AuditEntryView>>> {
    const page = await this.entries.execute(query);
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (entry) => pickFields(entry, query.fields));
  }
}
