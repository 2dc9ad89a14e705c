import { type Caller, CurrentCaller, type ListEnvelope, pageLinks } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listVerificationsQuery, type ListVerificationsQuery } from '../verification-schemas.js';
import type { VerificationView } from '../verification-view.js';
import { VerificationListQuery } from './verification-list.query.js';

@Controller('v1/verifications')
export class VerificationListHttp {
  constructor(private readonly verifications: VerificationListQuery) {}

  @Get()
  async listVerifications(
    @Query({ schema: listVerificationsQuery }) query: ListVerificationsQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListEnvelope<VerificationView>> {
    const page = await this.verifications.list(query, caller);
    reply.header('link', pageLinks(request.url, { total: page.total, page: page.page, perPage: page.per_page }));
    return page;
  }

  @Get(':id')
  readVerification(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<VerificationView> {
    return this.verifications.one(id, caller);
  }
}
