import type { Caller } from '@cds/identity';
import { type CursorEnvelope, cursorPageLinks, mapPage, pickFields } from '@cds/listing';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BoardView } from '../board-view.js';
import { BoardListQuery } from './board-list.query.js';
import { listBoardsQuery, type ListBoardsQuery } from './board-list.schemas.js';

@Controller('v1/leaderboards')
export class BoardListHttp {
  constructor(private readonly list: BoardListQuery) {}

  @Get()
  async listBoards(
    @Query({ schema: listBoardsQuery }) query: ListBoardsQuery,
    @CurrentCaller() { accountId }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<BoardView>>> {
    const page = await this.list.execute(query, { accountId, gone: callerGoneSignal(reply) });
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }
}
