import type { Caller } from '@cds/identity';
import { CurrentCaller } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountListQuery } from '../../account-list.js';
import { GrantListQuery, type GrantView } from './grant-list.query.js';
import { listGrantsQuery } from './grant-list.schemas.js';

@Controller('v1/oauth-grants')
export class GrantListHttp {
  constructor(private readonly list: GrantListQuery) {}

  @Get()
  async listGrants(
    @Query({ schema: listGrantsQuery }) query: AccountListQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<GrantView>>> {
    const page = await this.list.execute(query, caller);
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }
}
