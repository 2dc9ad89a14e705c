import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { parseBody } from '@cds/validation';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { requestVerificationBody } from '../verification-schemas.js';
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
    const readBody = () => parseBody(requestVerificationBody, body);
    const requested = await this.handler.execute(id, readBody, caller);
    reply.headers(requestedVerification(requested).headers);
    return requested;
  }
}
