import { type Caller, CurrentCaller, type ListEnvelope, pageLinks } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchTag } from '../catch-answer.js';
import { CatchAsOfQuery } from '../catch-history/catch-as-of.query.js';
import { readCatchQuery, type ReadCatchParameters } from '../catch-history/catch-history.schemas.js';
import type { CatchView } from '../catch-view.js';
import { CatchListQuery } from './catch-list.query.js';
import { listCatchesQuery, type ListCatchesQuery } from './catch-list.schemas.js';
import { ReadCatchQuery } from './read-catch.query.js';

@Controller('v1/catches')
export class CatchListHttp {
  constructor(
    private readonly list: CatchListQuery,
    private readonly one: ReadCatchQuery,
    private readonly asOf: CatchAsOfQuery,
  ) {}

  @Get()
  async listCatches(
    @Query({ schema: listCatchesQuery }) query: ListCatchesQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListEnvelope<CatchView>> {
    const page = await this.list.execute(query, caller.accountId);
    reply.header('link', pageLinks(request.url, { total: page.total, page: page.page, perPage: page.per_page }));
    return page;
  }

  @Get(':id')
  async readCatch(
    @Param('id') id: string,
    @Query({ schema: readCatchQuery }) { as_of: asOf }: ReadCatchParameters,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CatchView> {
    if (asOf !== undefined) return this.asOf.execute(id, asOf, caller.accountId);
    const { view, isOwn } = await this.one.execute(id, caller.accountId);
    // Others see less under the same version: theirs is a tag of what they see.
    if (isOwn) reply.header('etag', catchTag(view));
    return view;
  }
}
