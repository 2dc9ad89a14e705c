import { Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import type { BoardView } from '../board-view.js';
import { BoardDetailQuery } from './board-detail.query.js';

const noParameters = z.strictObject({});

@Controller('v1/leaderboards')
export class BoardDetailHttp {
  constructor(private readonly detail: BoardDetailQuery) {}

  @Get(':id')
  readBoard(@Param('id') id: string, @Query({ schema: noParameters }) _query: object): Promise<BoardView> {
    return this.detail.execute(id);
  }
}
