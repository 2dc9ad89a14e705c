import type { Caller } from '@cds/identity';
import { CurrentCaller } from '@cds/service-kit';
import { mapPage, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SharedPages } from '../../../page-turns/shared-pages.js';
import { CatchHistoryQuery } from './catch-history.query.js';
import { type CatchHistoryParameters, catchHistoryQuery } from './catch-history.schemas.js';

@Controller('v1/catches')
export class CatchHistoryHttp {
  constructor(
    private readonly history: CatchHistoryQuery,
    private readonly pages: SharedPages,
  ) {}

  @Get(':id/history')
  readHistory(
    @Param('id') id: string,
    @Query({ schema: catchHistoryQuery }) query: CatchHistoryParameters,
    @CurrentCaller() { accountId }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.pages.answer(accountId, request, reply, async (ending) =>
      mapPage(await this.history.execute(id, query, accountId, ending), (entry) => pickFields(entry, query.fields)),
    );
  }
}
