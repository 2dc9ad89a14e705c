import { type Caller, CurrentCaller, type ListEnvelope, pageDepth, pageLinks, pageQuery } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { EndpointView } from '../endpoint-view.js';
import { EndpointListQuery } from './endpoint-list.query.js';

export const listEndpointsQuery = z.strictObject(pageQuery).check(pageDepth);
type ListEndpointsQuery = z.infer<typeof listEndpointsQuery>;

@Controller('v1/webhooks')
export class EndpointListHttp {
  constructor(private readonly endpoints: EndpointListQuery) {}

  @Get()
  async listEndpoints(
    @Query({ schema: listEndpointsQuery }) query: ListEndpointsQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListEnvelope<EndpointView>> {
    const page = await this.endpoints.list(caller, query);
    reply.header('link', pageLinks(request.url, { total: page.total, page: page.page, perPage: page.per_page }));
    return page;
  }

  @Get(':id')
  readEndpoint(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<EndpointView> {
    return this.endpoints.one(id, caller);
  }
}
