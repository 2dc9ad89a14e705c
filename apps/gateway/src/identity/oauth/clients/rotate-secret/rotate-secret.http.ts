import { Idempotent } from '@cds/idempotency';
import { refuseFields } from '@cds/validation';
import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../../principals/current-actor.decorator.js';
import type { CreatedClient } from '../create-client/create-client.handler.js';
import { rotatedClient, RotateSecretHandler } from './rotate-secret.handler.js';

@Controller('v1/oauth-clients')
export class RotateSecretHttp {
  constructor(private readonly handler: RotateSecretHandler) {}

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @Idempotent()
  async rotate(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentActor() caller: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CreatedClient> {
    const rotated = await this.handler.execute(id, () => refuseFields(body), caller);
    const { client_secret: _secret, ...view } = rotated;
    reply.headers(rotatedClient(view).headers);
    return rotated;
  }
}
