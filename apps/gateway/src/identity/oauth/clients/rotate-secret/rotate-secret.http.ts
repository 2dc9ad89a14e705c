import { Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../../principals/current-actor.decorator.js';
import type { CreatedClient } from '../create-client/create-client.handler.js';
import { RotateSecretHandler } from './rotate-secret.handler.js';

@Controller('v1/oauth-clients')
export class RotateSecretHttp {
  constructor(private readonly handler: RotateSecretHandler) {}

  @Post(':id/rotate-secret')
  @HttpCode(200)
  rotate(
    @Param('id') id: string,
    @CurrentActor() caller: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CreatedClient> {
    reply.header('cache-control', 'no-store');
    return this.handler.execute(id, caller);
  }
}
