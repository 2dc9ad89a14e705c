import type { Caller } from '@cds/identity';
import { CurrentCaller, entityTagOf } from '@cds/service-kit';
import { type FieldsQuery, mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnglerView } from '../../angler-lookup/angler-view.js';
import { SharedPages } from '../../page-turns/shared-pages.js';
import { AnglerListQuery } from './angler-list.query.js';
import { listAnglersQuery, type ListAnglersQuery, readAnglerQuery } from './angler-list.schemas.js';
import { ReadAnglerQuery } from './read-angler.query.js';

@Controller('v1/anglers')
export class AnglerListHttp {
  constructor(
    private readonly list: AnglerListQuery,
    private readonly one: ReadAnglerQuery,
    private readonly pages: SharedPages,
  ) {}

  @Get()
  listAnglers(
    @Query({ schema: listAnglersQuery }) query: ListAnglersQuery,
    @CurrentCaller() { accountId }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.pages.answer(accountId, request, reply, async (ending) =>
      mapPage(await this.list.execute(query, accountId, ending), (view) => pickFields(view, query.fields)),
    );
  }

  @Get(':id')
  async readAngler(
    @Param('id') id: string,
    @Query({ schema: readAnglerQuery }) { fields }: FieldsQuery,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Partial<AnglerView>> {
    const view = await this.one.execute(id, caller.accountId);
    // Of the whole angler: it goes into If-Match, whatever part is shown.
    reply.header('etag', entityTagOf(view));
    return pickFields(view, fields);
  }
}
