import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { EndpointView } from '../endpoint-view.js';
import { overlapHoursOf } from './rotate-secret.js';
import { rotatedEndpoint, RotateSecretHandler } from './rotate-secret.handler.js';

@Controller('v1/webhooks')
export class RotateSecretHttp {
  constructor(private readonly handler: RotateSecretHandler) {}

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @Idempotent()
  async rotate(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointView & { secret: string }> {
    const rotated = await this.handler.execute(id, () => overlapHoursOf(body), caller);
    const { secret: _secret, ...view } = rotated;
    reply.headers(rotatedEndpoint(view).headers);
    return rotated;
  }
}
