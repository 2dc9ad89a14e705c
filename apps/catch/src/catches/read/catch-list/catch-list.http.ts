import type { Caller } from '@cds/identity';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SharedPages } from '../../../page-turns/shared-pages.js';
import { catchTag } from '../catch-answer.js';
import { CatchAsOfQuery } from '../catch-history/catch-as-of.query.js';
import { CatchFilters } from './catch-filters.js';
import { CatchListQuery } from './catch-list.query.js';
import { readCatchQuery, type ReadCatchParameters } from './catch-list.schemas.js';
import { CatchPresenter, type PresentedCatch } from './catch-presenter.js';
import { ReadCatchQuery } from './read-catch.query.js';

@Controller('v1/catches')
export class CatchListHttp {
  constructor(
    private readonly filters: CatchFilters,
    private readonly list: CatchListQuery,
    private readonly one: ReadCatchQuery,
    private readonly asOf: CatchAsOfQuery,
    private readonly presenter: CatchPresenter,
    private readonly pages: SharedPages,
  ) {}

  @Get()
  async listCatches(
    @Query() sent: unknown,
    @CurrentCaller() { accountId }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const query = await this.filters.accept(sent);
    return this.pages.answer(accountId, request, reply, (ending) => this.list.execute(query, accountId, ending));
  }

  @Get(':id')
  async readCatch(
    @Param('id') id: string,
    @Query({ schema: readCatchQuery }) { as_of: asOf, ...asked }: ReadCatchParameters,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PresentedCatch> {
    if (asOf !== undefined) {
      const then = await this.asOf.execute(id, asOf, caller.accountId, callerGoneSignal(reply));
      return this.presenter.presentOne(then, asked, caller.accountId);
    }
    const { view, isOwn } = await this.one.execute(id, caller.accountId);
    // Others see less under the same version: theirs is a tag of what is answered.
    if (isOwn) reply.header('etag', catchTag(view));
    return this.presenter.presentOne(view, asked, caller.accountId);
  }
}
