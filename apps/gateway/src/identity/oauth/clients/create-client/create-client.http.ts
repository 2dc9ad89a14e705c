import { Idempotent } from '@cds/idempotency';
import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../../principals/current-actor.decorator.js';
import { createClientOf } from './create-client.js';
import { createdClient, type CreatedClient, CreateClientHandler } from './create-client.handler.js';

@Controller('v1/oauth-clients')
export class CreateClientHttp {
  constructor(private readonly handler: CreateClientHandler) {}

  @Post()
  @Idempotent()
  async create(
    @Body() body: unknown,
    @CurrentActor() caller: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CreatedClient> {
    const created = await this.handler.execute(createClientOf(body), caller);
    const { client_secret: _secret, ...view } = created;
    reply.headers(createdClient(view).headers);
    return created;
  }
}
