import type { Caller } from '@cds/identity';
import { CurrentCaller } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks, type FieldsQuery, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiKeyTag, type ApiKeyView } from '../api-key-view.js';
import { KeyListQuery } from './key-list.query.js';
import { listKeysQuery, type ListKeysQuery, readKeyQuery } from './key-list.schemas.js';

@Controller('v1/api-keys')
export class KeyListHttp {
  constructor(private readonly keys: KeyListQuery) {}

  @Get()
  async list(
    @Query({ schema: listKeysQuery }) query: ListKeysQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<ApiKeyView>>> {
    const page = await this.keys.list(query, caller);
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }

  @Get(':id')
  async read(
    @Param('id') id: string,
    @Query({ schema: readKeyQuery }) { fields }: FieldsQuery,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Partial<ApiKeyView>> {
    const view = await this.keys.one(id, caller);
    // Of the whole key: it goes into If-Match, whatever part is shown.
    reply.header('etag', apiKeyTag(view));
    return pickFields(view, fields);
  }
}
