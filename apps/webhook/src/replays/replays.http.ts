import { Idempotent } from '@cds/idempotency';
import type { Caller } from '@cds/identity';
import { callerGoneSignal, CurrentCaller, type Requester } from '@cds/service-kit';
import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ReadReplayQuery } from './read-replay.query.js';
import { queuedReplay, ReplayEndpointHandler } from './replay-endpoint.handler.js';
import type { ReplayView } from './replay-view.js';

@Controller('v1')
export class ReplaysHttp {
  constructor(
    private readonly handler: ReplayEndpointHandler,
    private readonly replays: ReadReplayQuery,
  ) {}

  @Post('webhooks/:id/replay')
  @HttpCode(202)
  @Idempotent()
  async replay(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReplayView> {
    const queued = await this.handler.execute(id, body, caller, callerGoneSignal(reply));
    reply.headers(queuedReplay(queued).headers);
    return queued;
  }

  @Get('webhook-replays/:id')
  readReplay(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ReplayView> {
    return this.replays.execute(id, caller);
  }
}
