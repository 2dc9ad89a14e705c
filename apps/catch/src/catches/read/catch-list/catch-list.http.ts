import type { Caller } from '@cds/identity';
import { SharedReads } from '@cds/postgres';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { type CursorEnvelope, cursorPageLinks } from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageTurnsInterceptor } from '../../../page-turns/page-turns.interceptor.js';
import { catchTag } from '../catch-answer.js';
import { CatchAsOfQuery } from '../catch-history/catch-as-of.query.js';
import { CatchListQuery } from './catch-list.query.js';
import {
  listCatchesQuery,
  type ListCatchesQuery,
  readCatchQuery,
  type ReadCatchParameters,
} from './catch-list.schemas.js';
import { CatchPresenter, type PresentedCatch } from './catch-presenter.js';
import { ReadCatchQuery } from './read-catch.query.js';
import type { CatchTombstone } from './tombstone-view.js';

/** A page with the `Link` header that goes with it. */
interface LinkedPage {
  readonly page: CursorEnvelope<PresentedCatch | CatchTombstone>;
  readonly link: string;
}

@Controller('v1/catches')
export class CatchListHttp {
  /** Equal requests of an account that come at the same time share a page: it is shown to all of them alike. */
  private readonly pages = new SharedReads<LinkedPage>();

  constructor(
    private readonly list: CatchListQuery,
    private readonly one: ReadCatchQuery,
    private readonly asOf: CatchAsOfQuery,
    private readonly presenter: CatchPresenter,
  ) {}

  @Get()
  @UseInterceptors(PageTurnsInterceptor)
  async listCatches(
    @Query({ schema: listCatchesQuery }) query: ListCatchesQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<PresentedCatch | CatchTombstone>> {
    const { accountId } = caller;
    const load = async (ending: AbortSignal): Promise<LinkedPage> => {
      const page = await this.list.execute(query, accountId, ending);
      return { page, link: cursorPageLinks(request.url, page) };
    };
    const { page, link } = await this.pages.read(`${accountId} ${request.url}`, load, callerGoneSignal(reply));
    reply.header('link', link);
    return page;
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
