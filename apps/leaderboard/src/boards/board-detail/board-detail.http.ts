import { fieldsQuery, type FieldsQuery, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query } from '@nestjs/common';
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
  ): Promise<Partial<BoardView>> {
    return pickFields(await this.detail.execute(id), fields);
  }
}
