import { Clock } from '@cds/service-kit';
import { Idempotent } from '@cds/idempotency';
import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../principals/current-actor.decorator.js';
import { createdKey, type ShownKey } from '../new-key.js';
import { createKeyOf } from './create-key.js';
import { CreateKeyHandler } from './create-key.handler.js';

@Controller('v1/api-keys')
export class CreateKeyHttp {
  constructor(
    private readonly handler: CreateKeyHandler,
    private readonly clock: Clock,
  ) {}

  @Post()
  @Idempotent()
  async create(
    @Body() body: unknown,
    @CurrentActor() caller: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ShownKey> {
    const { key, ...view } = await this.handler.execute(createKeyOf(body, this.clock.now()), caller);
    reply.headers(createdKey(view).headers);
    return { ...view, key };
  }
}
