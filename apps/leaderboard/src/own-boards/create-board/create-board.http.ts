import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { BoardView } from '../../boards/board-view.js';
import { NewSpecies } from '../new-species.js';
import { createBoardOf } from './create-board.js';
import { CreateBoardHandler } from './create-board.handler.js';

@Controller('v1/leaderboards')
export class CreateBoardHttp {
  constructor(
    private readonly handler: CreateBoardHandler,
    private readonly newSpecies: NewSpecies,
  ) {}

  @Post()
  @Idempotent()
  async create(
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BoardView> {
    await this.newSpecies.arrivalOf(body);
    const { answer, view } = await this.handler.execute(createBoardOf(body), caller);
    reply.headers(answer.headers);
    return view;
  }
}
