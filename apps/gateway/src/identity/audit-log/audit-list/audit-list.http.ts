import { type CursorEnvelope, cursorPageLinks, mapPage, pickFields } from '@cds/listing';
import { callerGoneSignal } from '@cds/service-kit';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal } from '../../principals/current-principal.decorator.js';
import type { Principal } from '../../principals/principal.js';
import { AuditListQuery } from './audit-list.query.js';
import { type AuditEntryView, listAuditQuery, type ListAuditQuery } from './audit-list.schemas.js';

@Controller('v1/audit-log')
export class AuditListHttp {
  constructor(private readonly entries: AuditListQuery) {}

  @Get()
  async list(
    @Query({ schema: listAuditQuery }) query: ListAuditQuery,
    @CurrentPrincipal() { accountId }: Principal,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<AuditEntryView>>> {
    const page = await this.entries.execute(query, accountId, callerGoneSignal(reply));
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (entry) => pickFields(entry, query.fields));
  }
}
