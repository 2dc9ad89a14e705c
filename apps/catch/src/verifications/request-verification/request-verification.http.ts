import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Idempotent } from '@cds/idempotency';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { requestedVerification, type VerificationView } from '../verification-view.js';
import { RequestVerificationHandler } from './request-verification.handler.js';

@Controller('v1/catches')
export class RequestVerificationHttp {
  constructor(private readonly handler: RequestVerificationHandler) {}

  @Post(':id/verifications')
  @Idempotent()
  async request(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VerificationView> {
    const requested = await this.handler.execute(id, body, caller);
    reply.headers(requestedVerification(requested).headers);
    return requested;
  }
}
