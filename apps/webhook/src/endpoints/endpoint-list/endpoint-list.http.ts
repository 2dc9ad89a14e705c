import type { Caller } from '@cds/identity';
import { CurrentCaller, entityTagOf } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks, type FieldsQuery, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointView } from '../endpoint-view.js';
import { EndpointListQuery } from './endpoint-list.query.js';
import { listEndpointsQuery, type ListEndpointsQuery, readEndpointQuery } from './endpoint-list.schemas.js';

@Controller('v1/webhooks')
export class EndpointListHttp {
  constructor(private readonly endpoints: EndpointListQuery) {}

  @Get()
  async listEndpoints(
    @Query({ schema: listEndpointsQuery }) query: ListEndpointsQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<EndpointView>>> {
    const page = await this.endpoints.list(caller, query);
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }

  @Get(':id')
  async readEndpoint(
    @Param('id') id: string,
    @Query({ schema: readEndpointQuery }) { fields }: FieldsQuery,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Partial<EndpointView>> {
    const view = await this.endpoints.one(id, caller);
    // Of the whole endpoint: it goes into If-Match, whatever part is shown.
    reply.header('etag', entityTagOf(view));
    return pickFields(view, fields);
  }
}
