import { Idempotent } from '@cds/idempotency';
import { callerGoneSignal, CurrentCaller, type Requester } from '@cds/service-kit';
import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { queuedRecovery, RecoverEndpointHandler } from './recover-endpoint.handler.js';
import type { RecoveryView } from './recovery-view.js';

@Controller('v1/webhooks')
export class RecoverEndpointHttp {
  constructor(private readonly handler: RecoverEndpointHandler) {}

  @Post(':id/recover')
  @HttpCode(202)
  @Idempotent()
  async recover(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecoveryView> {
    const queued = await this.handler.execute(id, body, caller, callerGoneSignal(reply));
    reply.headers(queuedRecovery(queued).headers);
    return queued;
  }
}
