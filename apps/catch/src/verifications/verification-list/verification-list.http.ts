import type { Caller } from '@cds/identity';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks, type FieldsQuery, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listVerificationsQuery, type ListVerificationsQuery, readVerificationQuery } from '../verification-schemas.js';
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
  ): Promise<CursorEnvelope<Partial<VerificationView>>> {
    const page = await this.verifications.list(query, caller, callerGoneSignal(reply));
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }

  @Get(':id')
  async readVerification(
    @Param('id') id: string,
    @Query({ schema: readVerificationQuery }) { fields }: FieldsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Partial<VerificationView>> {
    return pickFields(await this.verifications.one(id, caller), fields);
  }
}
