import { fieldsQuery, type FieldsQuery, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { boardSchema, type BoardView } from '../board-view.js';
import { BoardDetailQuery } from './board-detail.query.js';

export const readBoardQuery = fieldsQuery(boardSchema);

@Controller('v1/leaderboards')
export class BoardDetailHttp {
  constructor(private readonly detail: BoardDetailQuery) {}

  @Get(':id')
  async readBoard(
    @Param('id') id: string,
    @Query({ schema: readBoardQuery }) { fields }: FieldsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Partial<BoardView>> {
    const { view, tag } = await this.detail.execute(id);
    // Of the whole board: it goes into If-Match, whatever part is shown.
    reply.header('etag', tag);
    return pickFields(view, fields);
  }
}
