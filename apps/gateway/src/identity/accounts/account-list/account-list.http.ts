import { type CursorEnvelope, cursorPageLinks, type FieldsQuery, mapPage, pickFields } from '@cds/listing';
import { entityTagOf } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountView } from '../account-view.js';
import { AccountListQuery } from './account-list.query.js';
import { listAccountsQuery, type ListAccountsQuery, readAccountQuery } from './account-list.schemas.js';

@Controller('v1/accounts')
export class AccountListHttp {
  constructor(private readonly accounts: AccountListQuery) {}

  @Get()
  async list(
    @Query({ schema: listAccountsQuery }) query: ListAccountsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<AccountView>>> {
    const page = await this.accounts.list(query);
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }

  @Get(':id')
  async read(
    @Param('id') id: string,
    @Query({ schema: readAccountQuery }) { fields }: FieldsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Partial<AccountView>> {
    const view = await this.accounts.one(id);
    // Of the whole account: it goes into If-Match, whatever part is shown.
    reply.header('etag', entityTagOf(view));
    return pickFields(view, fields);
  }
}
