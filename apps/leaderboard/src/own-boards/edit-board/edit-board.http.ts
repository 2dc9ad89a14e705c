import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Body, Controller, Headers, Param, Patch, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { BoardView } from '../../boards/board-view.js';
import { NewSpecies } from '../new-species.js';
import { editBoardOf } from './edit-board.js';
import { EditBoardHandler } from './edit-board.handler.js';

@Controller('v1/leaderboards')
export class EditBoardHttp {
  constructor(
    private readonly handler: EditBoardHandler,
    private readonly newSpecies: NewSpecies,
  ) {}

  @Patch(':id')
  async edit(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: unknown,
    @CurrentCaller() { accountId, traceparent }: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BoardView> {
    await this.newSpecies.arrivalOf(body);
    const { view, tag } = await this.handler.execute(
      { id, accountId, ifMatch },
      (now) => editBoardOf(now, body),
      traceparent,
    );
    reply.header('etag', tag);
    return view;
  }
}
